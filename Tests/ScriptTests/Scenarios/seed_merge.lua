-- arguments: $CLIPS/song.m4a $CLIPS/a.mp4 $CLIPS/b.mp4 $CLIPS/a.mp4
-- A known listing that merges clips with the reference's classes, ported line for line. The lines of
-- the original stand before the ones that do the same here.

local paths = { table.unpack(arg) }

-- + (void)mergeVideoFiles:(NSMutableArray *)fileURLs completion:(void(^)(AVAssetExportSession *))…
local function merge_video_files(files, completion)
  -- AVAsset *firstAsset = [AVURLAsset assetWithURL:fileURLs.firstObject];
  local first_asset = vs.asset(files[1])
  -- if (![firstAsset tracksWithMediaType:AVMediaTypeVideo].firstObject) [fileURLs removeObjectAtIndex:0];
  if not first_asset:tracks_of("video")[1] then table.remove(files, 1) end

  -- AVMutableComposition *composition = [[AVMutableComposition alloc] init];
  local composition = vs.composition()
  assert(#composition.tracks == 0 and composition.duration == vs.time.zero)
  -- [composition addMutableTrackWithMediaType:… preferredTrackID:kCMPersistentTrackID_Invalid];
  local video_track = composition:add_track("video")
  local audio_track = composition:add_track("audio")
  assert(video_track.id > 0 and audio_track.id > 0 and video_track.id ~= audio_track.id)
  assert(composition:tracks_of("video")[1] == video_track)
  -- NSMutableArray *instructions = [NSMutableArray new];
  local instructions = {}

  -- __block CMTime currentTime = kCMTimeZero; CGSize size = CGSizeZero; int32_t highestFrameRate = 0;
  local current_time, size, highest_frame_rate = vs.time.zero, vs.size(0, 0), 0

  -- [fileURLs enumerateObjectsUsingBlock:^(NSURL *fileURL, NSUInteger idx, BOOL *stop) {
  for _, file in ipairs(files) do
    -- @{AVURLAssetPreferPreciseDurationAndTimingKey:@YES}; [AVURLAsset URLAssetWithURL:… options:…];
    local source_asset = vs.asset({ path = file, precise = true })
    -- [[sourceAsset tracksWithMediaType:AVMediaTypeVideo] firstObject]; … AVMediaTypeAudio …
    local video_asset = source_asset:tracks_of("video")[1]
    local audio_asset = source_asset:tracks_of("audio")[1]
    assert(video_asset == source_asset.video and audio_asset == source_asset.audio)
    -- if (CGSizeEqualToSize(size, CGSizeZero)) { size = videoAsset.naturalSize; }
    if size == vs.size(0, 0) then size = video_asset.natural_size end

    -- int32_t currentFrameRate = (int)roundf(videoAsset.nominalFrameRate);
    local current_frame_rate = math.floor(video_asset.nominal_frame_rate + 0.5)
    highest_frame_rate = math.max(current_frame_rate, highest_frame_rate)

    -- CMTimeMake(lround(videoAsset.naturalTimeScale / videoAsset.nominalFrameRate), …naturalTimeScale);
    local scale = video_asset.natural_time_scale
    local trimming_time = vs.time(math.floor(scale / video_asset.nominal_frame_rate + 0.5), scale)
    -- CMTimeRangeMake(trimmingTime, CMTimeSubtract(videoAsset.timeRange.duration, trimmingTime));
    local time_range = vs.range(trimming_time, video_asset.time_range.duration - trimming_time)
    -- What it computes is the time of the second frame, exactly, and all but one frame are left.
    assert(trimming_time == video_asset:frame_times()[2])
    assert(trimming_time == video_asset.min_frame_duration)
    assert(#video_asset:frame_times(time_range) == #video_asset:frame_times() - 1)

    -- [videoTrack insertTimeRange:timeRange ofTrack:videoAsset atTime:currentTime error:&videoError];
    video_track:insert_time_range(time_range, video_asset, current_time)
    -- [audioTrack insertTimeRange:timeRange ofTrack:audioAsset atTime:currentTime error:&audioError];
    -- With a nil track the original gets an error that it does not look at; here it is raised.
    local fine, audio_error = pcall(audio_track.insert_time_range, audio_track, time_range, audio_asset, current_time)
    assert(fine == (audio_asset ~= nil))
    assert(fine or audio_error.message:find("AssetTrack"))

    -- [AVMutableVideoCompositionInstruction videoCompositionInstruction]; ….timeRange = CMTimeRangeMake(…);
    -- ….layerInstructions = @[[… videoCompositionLayerInstructionWithAssetTrack:videoTrack]];
    local instruction = vs.instruction({ time_range = vs.range(current_time, time_range.duration) })
    instruction.layers = { vs.layer_instruction(video_track) }
    assert(instruction.layers[1].track_id == video_track.id)
    -- [instructions addObject:videoCompositionInstruction];
    instructions[#instructions + 1] = instruction

    -- currentTime = CMTimeAdd(currentTime, timeRange.duration);
    current_time = current_time + time_range.duration
  end
  assert(composition.duration == current_time)
  assert(#video_track.segments == #files)

  -- [[AVAssetExportSession alloc] initWithAsset:composition presetName:AVAssetExportPresetHighestQuality];
  -- unlink([MTLivePhotoMergeVideoPath UTF8String]);
  -- exportSession.outputURL, .outputFileType = AVFileTypeMPEG4, .shouldOptimizeForNetworkUse = YES;
  os.remove("merged.mp4")

  -- AVMutableVideoComposition *mutableVideoComposition = [AVMutableVideoComposition videoComposition];
  local mutable_video_composition = vs.video_composition()
  assert(mutable_video_composition.render_scale == 1 and #mutable_video_composition.instructions == 0)
  -- .instructions = instructions; .frameDuration = CMTimeMake(1, highestFrameRate); .renderSize = size;
  mutable_video_composition.instructions = instructions
  mutable_video_composition.frame_duration = vs.time(1, highest_frame_rate)
  mutable_video_composition.render_size = size
  assert(mutable_video_composition:validate(composition))

  -- exportSession.videoComposition = mutableVideoComposition;
  local export_session = vs.export_session(composition, {
    preset = "highest", output = "merged.mp4", file_type = "mp4", optimize_for_network_use = true,
    video_composition = mutable_video_composition,
  })
  assert(export_session.status == "pending" or export_session.status == "unknown")
  -- [exportSession exportAsynchronouslyWithCompletionHandler:^{ … completion(exportSession); }];
  export_session.on_complete = completion
  export_session:start()
  return export_session, composition
end

local completions = 0
local session, composition = merge_video_files(paths, function(export_session)
  completions = completions + 1
  assert(export_session.status == "completed" and export_session.error == nil)
  assert(export_session.progress == 1)
end)
assert(#paths == 3) -- the song has no picture and was taken out
session:wait()
assert(completions == 1)

-- 24 frames at 25, 29 at 30000/1001, 24 at 25, on a grid of 1/30: every moment has its picture.
local film = vs.asset("merged.mp4")
local length = vs.frames(48, 25) + vs.frames(29, 29.97)
assert(composition.duration == length)
local frames = math.ceil((length / vs.time(1, 30)))
assert(session.report.frames == frames and #film.video:frame_times() == frames)
assert(film.video.natural_size == vs.size(64, 48))
print(session.report.frames .. " frames, all of it holds")
