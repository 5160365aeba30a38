---@meta
-- Made by: vscript Scripts/dev/reference.lua

---What failed, where, and what to do about it.
---@class Error
---@field code string A stable word, such as "file_not_found".
---@field number integer? The reference's number for it, where it has one.
---@field message string What failed, without the position.
---@field path string? The file concerned.
---@field time any The time concerned.
---@field hint string? What to do about it.
---@field source string? The script that was running.
---@field line integer? The line of the script.
---@field where string? The position as "script.lua:12".
---@field traceback string? The calls that led there, once it has left the script.
local Error = {}

---An exact instant or duration.
---@class Time
---@field value integer The numerator of the seconds.
---@field timescale integer The denominator of the seconds.
---@field seconds number The seconds as a float, for showing.
---@field is_numeric boolean Whether it is a number, and none of the special times.
---@field is_rounded boolean Whether a step that led here had to round.
---@operator add(Time|number|string): Time
---@operator sub(Time|number|string): Time
---@operator mul(Time|number|string): Time
---@operator div(Time|number|string): Time|number
---@operator unm: Time
local Time = {}

---Whether it is the same time; unlike ==, other may also be a number or text.
---@param other Time|number|string
---@return boolean
function Time:equals(other) end

---The same time in units of 1/scale seconds, rounded by a method.
---@param scale integer
---@param method? "half_away_from_zero"|"toward_zero"|"away_from_zero"|"quick_time"|"toward_positive_infinity"|"toward_negative_infinity"
---@return Time
function Time:convert_scale(scale, method) end

---The index of the frame that it falls in, at a rate.
---@param rate number|string
---@return integer
function Time:frames(rate) end

---As people read it, to the millisecond: 0:04 or 1:02:03.5.
---@return string
function Time:clock() end

---Its timecode at a rate, with dropped numbers if asked.
---@param rate number|string
---@param drop? boolean
---@return string
function Time:timecode(rate, drop) end

---A half-open stretch of time: with its start, without its end.
---@class TimeRange
---@field start Time Where it begins.
---@field duration Time How long it is.
---@field end_time Time Where it ends; the end is not part of it.
---@field is_empty boolean Whether its duration is 0.
local TimeRange = {}

---Whether a time or all of a range lies in it.
---@param time_or_range Time|number|string|TimeRange|table
---@return boolean
function TimeRange:contains(time_or_range) end

---The least range that covers both.
---@param other TimeRange|table
---@return TimeRange
function TimeRange:union(other) end

---What both cover; empty where they are apart.
---@param other TimeRange|table
---@return TimeRange
function TimeRange:intersection(other) end

---The time, moved to the nearer end if it lies outside.
---@param time Time|number|string
---@return Time
function TimeRange:clamp(time) end

---Where a time of this range lies in another, in proportion.
---@param time Time|number|string
---@param other TimeRange|table
---@return Time
function TimeRange:map(time, other) end

---The time brought into the range as if the range were repeated.
---@param time Time|number|string
---@return Time
function TimeRange:fold(time) end

---The same range, later by an offset.
---@param offset Time|number|string
---@return TimeRange
function TimeRange:shifted(offset) end

---A range of a source and the range of a track that shows it.
---@class TimeMapping
---@field source TimeRange? The range of the source, in its own time; nil in an empty segment.
---@field target TimeRange The range of the track.
local TimeMapping = {}

---A width and a height.
---@class Size
---@field width number Pixels across.
---@field height number Pixels down.
local Size = {}

---An upright rectangle; y grows downward.
---@class Rect
---@field x number Its left edge.
---@field y number Its top edge.
---@field width number Its extent to the right.
---@field height number Its extent downward.
local Rect = {}

---An affine map: x' = a·x + c·y + tx, y' = b·x + d·y + ty; y grows downward.
---@class Transform
---@field a number How much x goes into x'.
---@field b number How much x goes into y'.
---@field c number How much y goes into x'.
---@field d number How much y goes into y'.
---@field tx number The move to the right.
---@field ty number The move downward.
local Transform = {}

---A move by x and y first, then this.
---@param x number
---@param y number
---@return Transform
function Transform:translated(x, y) end

---A scaling first (both ways by x without y), then this.
---@param x number
---@param y? number
---@return Transform
function Transform:scaled(x, y) end

---A turn first (clockwise on the screen), then this.
---@param radians number
---@return Transform
function Transform:rotated(radians) end

---This first, then the next.
---@param next Transform|number[]
---@return Transform
function Transform:concat(next) end

---The map that undoes this one; nil where there is none.
---@return Transform?
function Transform:inverted() end

---Where a point goes.
---@param x number
---@param y number
---@return number x
---@return number y
function Transform:apply(x, y) end

---A colour; its parts lie between 0 and 1.
---@class Color
---@field red number Its red part.
---@field green number Its green part.
---@field blue number Its blue part.
---@field alpha number How opaque it is.
local Color = {}

---A media file, or what can stand for one: a picture, a generator, a nested edit.
---@class Asset
---@field path string? The file's path as given; nil where there is none.
---@field duration Time The end of its longest track; a track's own length may be less.
---@field tracks AssetTrack[] All its tracks, in the file's order.
---@field video AssetTrack? Its first track of moving pictures; nil without.
---@field audio AssetTrack? Its first track of sound; nil without.
---@field metadata table<string, string> Its title and other words, by key.
---@field chapters table[] Its chapters: a title and a time_range each.
---@field warnings string[] What is odd about its file, in words; an export repeats it.
---@field format string FFmpeg's name of its format; or generator, image, image_sequence, text, nested.
---@field size integer? Bytes of its file; nil where there is none.
---@field is_fragmented boolean Whether its index is in pieces all over the file.
---@field truncated_at Time? From when on media is missing; nil for a whole file.
local Asset = {}

---Its tracks of one kind, such as "audio".
---@param media_type "video"|"audio"
---@return AssetTrack[]
function Asset:tracks_of(media_type) end

---Its track of that id; nil without.
---@param id integer
---@return AssetTrack?
function Asset:track(id) end

---One track of an asset.
---@class AssetTrack
---@field asset Asset The asset that it belongs to.
---@field path string? The path of its file; nil for a generator's.
---@field id integer Its number in the file.
---@field media_type string What it carries: video, audio, subtitle.
---@field time_range TimeRange Where it has media, in its own time.
---@field natural_size Size? The picture's size in square pixels, not turned.
---@field nominal_frame_rate number? Frames per second; if variable, the nearest usual.
---@field min_frame_duration Time? The time of its shortest frame.
---@field natural_time_scale integer? The scale in which its own times are exact.
---@field preferred_transform Transform? What turns its picture upright.
---@field preferred_volume number The volume that its file asks for.
---@field codec string FFmpeg's name of its codec.
---@field pixel_format string? FFmpeg's name of its picture's layout.
---@field profile string? The codec's profile, where the file tells.
---@field codec_tag string? The container's four characters for the codec; nil without.
---@field frame_count integer? How many frames it shows.
---@field frame_rate string? Its exact rate, as in "30000/1001"; nil where it varies.
---@field max_frame_duration Time? The time of its longest frame.
---@field clean_aperture Rect? The part of the stored picture that is meant to be seen; nil for all of it.
---@field coded_size Size? The size of its picture in stored pixels, without what is not to be seen.
---@field display_size Size? The size that a viewer sees: upright, with square pixels.
---@field pixel_aspect string? Width to height of a stored pixel, as in "4:3".
---@field light table? What a film of high dynamic range says of its light, in cd/m²; nil without.
---@field has_alpha boolean? Whether its picture is transparent in places.
---@field reorders_frames boolean? Whether its frames are stored in another order than shown.
---@field has_open_groups boolean? Whether frames stored after a key frame and shown before it need others.
---@field channel_layout string? How its channels are placed, as in "stereo" or "5.1".
---@field sample_format string? FFmpeg's name of how its samples are decoded.
---@field sample_count integer? How many samples it plays in each channel.
---@field priming integer? Samples that are decoded before the first that is played.
---@field padding integer? Samples that are decoded after the last that is played.
---@field metadata table<string, string> Its own title and other words, by key.
---@field bit_depth integer? Bits of a sample of its picture.
---@field color table? Its primaries, transfer, matrix and range, and which of them the file leaves open.
---@field field_order string? progressive, or which field comes first: top_first, bottom_first.
---@field channels integer? Channels of its sound.
---@field sample_rate integer? Samples per second of its sound.
---@field language string? Its language, where the file says.
---@field enabled boolean Whether the file means it to be played.
---@field segments table[] Its edit list: a time_mapping each, and whether it is_empty.
---@field estimated_data_rate integer? Bits per second, about.
local AssetTrack = {}

---When those frames start that decoding can begin with.
---@return Time[]
function AssetTrack:key_frame_times() end

---The part of the edit list at or near a time.
---@param time Time|number|string
---@return table?
function AssetTrack:segment_for_track_time(time) end

---When its frames start: all, or those in a range.
---@param range? TimeRange|table
---@return Time[]
function AssetTrack:frame_times(range) end

---The texts of its subtitles, without styles: text and range each.
---@return table[]
function AssetTrack:cues() end

---@class SaveProjectOptions
---@field video_composition? VideoComposition Canvas and instructions, saved with it.
---@field audio_mix? AudioMix The volumes of its tracks, saved with it.
---@field overwrite? boolean Replace the file if it exists.

---An edit: tracks of segments that point into sources.
---@class Composition
---@field tracks CompositionTrack[] Its tracks, in the order they were added.
---@field duration Time The end of its longest track.
---@field video CompositionTrack? Its first track of pictures; nil without.
---@field audio CompositionTrack? Its first track of sound; nil without.
---@field format string Always composition; of a file it is that of the container.
---@field natural_size Size Its picture's size: that of its first picture unless set.
---@field metadata table<string, string> The title and other words to be written into the file, by key.
local Composition = {}

---Its tracks of one kind, such as "audio".
---@param media_type "video"|"audio"
---@return CompositionTrack[]
function Composition:tracks_of(media_type) end

---Adds an empty track, of that id if it is free.
---@param media_type "video"|"audio"
---@param id? integer
---@return CompositionTrack
function Composition:add_track(media_type, id) end

---Removes a track.
---@param track CompositionTrack
function Composition:remove_track(track) end

---The track of that id; nil without.
---@param id integer
---@return CompositionTrack?
function Composition:track(id) end

---A track that any part of a source track can go on; or nil.
---@param source AssetTrack
---@return CompositionTrack?
function Composition:track_compatible_with(source) end

---Inserts a range of all tracks of an asset and moves what is later; at the end without at.
---@param range TimeRange|table
---@param asset Asset|Composition
---@param at? Time|number|string
function Composition:insert_time_range(range, asset, at) end

---Inserts a gap into every track.
---@param range TimeRange|table
function Composition:insert_empty_time_range(range) end

---Takes a range out of every track.
---@param range TimeRange|table
function Composition:remove_time_range(range) end

---Makes a range of every track last longer or less.
---@param range TimeRange|table
---@param duration Time|number|string
function Composition:scale_time_range(range, duration) end

---Lets a range of every track run backward.
---@param range TimeRange|table
function Composition:reverse_time_range(range) end

---Holds the picture at a time, in silence; what is later moves.
---@param at Time|number|string
---@param duration Time|number|string
function Composition:freeze(at, duration) end

---Changes the speed of every track along { { place 0 to 1, speed }, … }, or an easing that keeps the length.
---@param range TimeRange|table
---@param curve table|string|function
function Composition:remap_time_range(range, curve) end

---An edit of its own with the same tracks.
---@return Composition
function Composition:copy() end

---Writes it as a JSON file that vs.load reads; files keep their places.
---@param path string
---@param options? SaveProjectOptions
function Composition:save(path, options) end

---Its timeline, drawn in text, with speeds and what is set on tracks.
---@return string
function Composition:describe() end

---A track of an edit: segments without a hole from 0 on.
---@class CompositionTrack
---@field composition Composition The edit that it belongs to.
---@field id integer Its number, unique in its edit.
---@field media_type "video"|"audio" What it carries, video or audio.
---@field duration Time Where it ends.
---@field time_range TimeRange From its first media to its end.
---@field natural_size Size The size of its first picture, not turned.
---@field segments Segment[] Its segments in order; a list of them may be assigned.
---@field preferred_transform Transform What turns its picture upright where no instructions are given.
---@field preferred_volume number Its volume before any audio mix, 1 is as recorded.
---@field enabled boolean Whether it is shown or heard.
---@field natural_time_scale integer The scale of its times; 0 sets it back to that of its first media.
---@field language string? Its language tag, such as "en"; nil where not said.
local CompositionTrack = {}

---Inserts a range of a track and moves what is later; at the end without at.
---@param range TimeRange|table
---@param source AssetTrack|CompositionTrack
---@param at? Time|number|string
function CompositionTrack:insert_time_range(range, source, at) end

---Inserts several { range, source } one after the other, all or none; without source a gap.
---@param list table[]
---@param at? Time|number|string
function CompositionTrack:insert_time_ranges(list, at) end

---Inserts a gap.
---@param range TimeRange|table
function CompositionTrack:insert_empty_time_range(range) end

---Takes a range out and closes the gap.
---@param range TimeRange|table
function CompositionTrack:remove_time_range(range) end

---Makes a range last longer or less: slower or faster.
---@param range TimeRange|table
---@param duration Time|number|string
function CompositionTrack:scale_time_range(range, duration) end

---Holds the frame at a time; a track of sound is silent.
---@param at Time|number|string
---@param duration Time|number|string
function CompositionTrack:freeze(at, duration) end

---Lets a range run backward.
---@param range TimeRange|table
function CompositionTrack:reverse_time_range(range) end

---Changes speed along { { place 0 to 1, speed }, … }, or an easing that keeps the length.
---@param range TimeRange|table
---@param curve table|string|function
function CompositionTrack:remap_time_range(range, curve) end

---Whether a list could be assigned to segments; if not, also the error it would raise.
---@param list (Segment|table)[]
---@return boolean fine
---@return Error? problem
function CompositionTrack:validate_segments(list) end

---The segment at a time, or the nearest one.
---@param time Time|number|string
---@return Segment?
function CompositionTrack:segment_for_track_time(time) end

---A stretch of a track that shows a stretch of a source, or nothing.
---@class Segment
---@field time_mapping TimeMapping Its source and target ranges.
---@field is_empty boolean Whether it shows nothing.
---@field rate number? Its speed: 2 is twice as fast; nil in an empty segment.
---@field is_reversed boolean Whether it shows its source backward.
---@field is_frozen boolean Whether it holds one frame of its source.
---@field source_name string? What it shows: a path, a generator's name, a text; nil in a gap.
---@field source_path string? The file that it shows; nil for a generator.
---@field source_track_id integer? The id of the track that it shows.
local Segment = {}

---How the pictures of tracks become one: canvas, rate, instructions.
---@class VideoComposition
---@field render_size Size The canvas in pixels.
---@field frame_duration Time The time between two frames.
---@field render_scale number 1, or for a player the factor its canvas is drawn at.
---@field instructions Instruction[] What is drawn, one after the other without a hole.
---@field frame_timing_track CompositionTrack|AssetTrack? A video track whose own frame times are kept; nil for a fixed rate.
---@field color_primaries string? FFmpeg's name of the primaries; nil takes the first source's.
---@field color_matrix string? FFmpeg's name of the matrix; nil takes the first source's.
---@field color_transfer string? FFmpeg's name of the transfer; nil takes the first source's.
local VideoComposition = {}

---Whether it can be used for an asset; if not, also every problem: kind, range, message, hint.
---@param asset? Asset|Composition
---@param range? TimeRange|table
---@return any fine
function VideoComposition:validate(asset, range) end

---Its instructions with their layers, ramps, filters and blend modes.
---@return string
function VideoComposition:describe() end

---What the picture is made of for a stretch of time.
---@class Instruction
---@field time_range TimeRange When it holds, in the edit's time.
---@field layers LayerInstruction[] How tracks are drawn, the first on top.
---@field background_color Color? What is seen beside and below the layers; nil is black.
---@field enable_post_processing boolean Whether what is done to whole pictures is done here too.
---@field required_source_track_ids integer[] The ids of the tracks that it draws.
---@field passthrough_track_id integer? The track that it shows unchanged; nil if it does more.
local Instruction = {}

---Its layers from the topmost down, with all that acts in its time.
---@return string
function Instruction:describe() end

---@class RampOptions
---@field easing? string|table|function A curve by name, { x1, y1, x2, y2 }, { "spring" }, { "steps", n }, or a function of 0 to 1.

---How a track is drawn: opacity, transform and crop over time.
---@class LayerInstruction
---@field track CompositionTrack|AssetTrack? The track that it draws.
---@field track_id integer The id of that track.
---@field blend_mode "normal"|"multiply"|"screen"|"overlay"|"darken"|"lighten"|"add"|"difference"|"soft_light"|"hard_light" How its colours act on what is beneath: normal, multiply, screen and others.
---@field filters table[] The filters in their order: name, options and range each; assign {} to drop them.
local LayerInstruction = {}

---Filters the track's own frames, before crop and transform: a name with options, or a chain such as "hue=s=0,gblur=5"; the option range says when. vs.filters lists them.
---@param filter string
---@param options? table
function LayerInstruction:add_filter(filter, options) end

---Fixes the opacity from a time until the next entry.
---@param value number
---@param at Time|number|string
function LayerInstruction:set_opacity(value, at) end

---Lets the opacity run from one value to another over a range, and stay there.
---@param from number
---@param to number
---@param range TimeRange|table
---@param options? RampOptions
function LayerInstruction:set_opacity_ramp(from, to, range, options) end

---The ramp at a time, else the next one; nothing after the last.
---@param time Time|number|string
---@return any from
function LayerInstruction:opacity_ramp(time) end

---The opacity that is used at a time.
---@param time Time|number|string
---@return number
function LayerInstruction:opacity_at(time) end

---Fixes the transform from a time until the next entry.
---@param value Transform|number[]
---@param at Time|number|string
function LayerInstruction:set_transform(value, at) end

---Lets the transform run from one value to another over a range, and stay there.
---@param from Transform|number[]
---@param to Transform|number[]
---@param range TimeRange|table
---@param options? RampOptions
function LayerInstruction:set_transform_ramp(from, to, range, options) end

---The ramp at a time, else the next one; nothing after the last.
---@param time Time|number|string
---@return any from
function LayerInstruction:transform_ramp(time) end

---The transform that is used at a time.
---@param time Time|number|string
---@return Transform
function LayerInstruction:transform_at(time) end

---Fixes the crop rectangle from a time until the next entry.
---@param value Rect|number[]
---@param at Time|number|string
function LayerInstruction:set_crop_rectangle(value, at) end

---Lets the crop rectangle run from one value to another over a range, and stay there.
---@param from Rect|number[]
---@param to Rect|number[]
---@param range TimeRange|table
---@param options? RampOptions
function LayerInstruction:set_crop_rectangle_ramp(from, to, range, options) end

---The ramp at a time, else the next one; nothing after the last.
---@param time Time|number|string
---@return any from
function LayerInstruction:crop_rectangle_ramp(time) end

---The crop rectangle that is used at a time.
---@param time Time|number|string
---@return Rect
function LayerInstruction:crop_rectangle_at(time) end

---All that it does, a line for each filter, ramp and fixed value.
---@return string
function LayerInstruction:describe() end

---All entries of opacity, transform or crop_rectangle: from, to, range and easing each.
---@param property "opacity"|"transform"|"crop_rectangle"|"volume"|"pan"
---@return table[]
function LayerInstruction:ramps(property) end

---How the audio tracks of an edit are mixed.
---@class AudioMix
---@field inputs MixParameters[] The parameters of its tracks; a track without any is mixed as it is.
---@field limiter boolean Whether peaks beyond full scale are held below it instead of clipped.
local AudioMix = {}

---Whether it can be used for an asset; if not, also every problem: kind, range, message, hint.
---@param asset Asset|Composition
---@return any fine
function AudioMix:validate(asset) end

---Its inputs with their volumes, pans, ramps and filters.
---@return string
function AudioMix:describe() end

---How an audio track is mixed: its volume over time.
---@class MixParameters
---@field track CompositionTrack|AssetTrack The track that they are for.
---@field track_id integer The id of that track.
---@field filters table[] The filters in their order: name, options and range each; assign {} to drop them.
---@field pan number Between the speakers, -1 left to 1 right; assigning fixes it for the whole track.
---@field time_pitch_algorithm "spectral"|"time_domain"|"varispeed"? How pitch is kept where speed changes: spectral, time_domain or varispeed; nil by default.
local MixParameters = {}

---Filters the track's sound, before its volume and pan: a name with options, or a chain such as "highpass=f=120,treble=g=3"; the option range says when. vs.filters lists them.
---@param filter string
---@param options? table
function MixParameters:add_filter(filter, options) end

---Fixes the volume from a time until the next entry.
---@param value number
---@param at Time|number|string
function MixParameters:set_volume(value, at) end

---Lets the volume run from one value to another over a range, and stay there.
---@param from number
---@param to number
---@param range TimeRange|table
---@param options? RampOptions
function MixParameters:set_volume_ramp(from, to, range, options) end

---The ramp at a time, else the next one; nothing after the last.
---@param time Time|number|string
---@return any from
function MixParameters:volume_ramp(time) end

---The volume that is used at a time.
---@param time Time|number|string
---@return number
function MixParameters:volume_at(time) end

---Fixes the pan from a time until the next entry.
---@param value number
---@param at Time|number|string
function MixParameters:set_pan(value, at) end

---Lets the pan run from one value to another over a range, and stay there.
---@param from number
---@param to number
---@param range TimeRange|table
---@param options? RampOptions
function MixParameters:set_pan_ramp(from, to, range, options) end

---The ramp at a time, else the next one; nothing after the last.
---@param time Time|number|string
---@return any from
function MixParameters:pan_ramp(time) end

---The pan that is used at a time.
---@param time Time|number|string
---@return number
function MixParameters:pan_at(time) end

---All entries of the volume, or of the pan: from, to, range and easing each.
---@param property? "opacity"|"transform"|"crop_rectangle"|"volume"|"pan"
---@return table[]
function MixParameters:ramps(property) end

---All that it does, a line for each filter, ramp and fixed value.
---@return string
function MixParameters:describe() end

---An export that runs while the script goes on.
---@class ExportSession
---@field status string pending, exporting, completed, failed or cancelled.
---@field progress number How far it is, from 0 to 1.
---@field error Error? Why it failed or was cancelled; nil otherwise.
---@field report ExportReport? What it did; nil before it is completed.
---@field estimated_size integer About how many bytes it will write; 0 if not known.
---@field on_complete function? A function called with the session when it is over, while the script waits.
local ExportSession = {}

---Begins the work; a session runs once.
function ExportSession:start() end

---What it will do, stretch by stretch, why, and what that will about cost.
---@return table[]
function ExportSession:plan() end

---Waits for the end and returns the report; raises if it failed.
---@return ExportReport
function ExportSession:wait() end

---Stops the work; nothing is left of the output.
function ExportSession:cancel() end

---For a loop: the state every interval of seconds, and at the end.
---@param interval? number
---@return function
function ExportSession:states(interval) end

---What an export did.
---@class ExportReport
---@field output string? The finished file; nil when nothing was kept.
---@field frames integer How many frames the film has.
---@field copied_frames integer How many of them were copied without encoding.
---@field duration Time How long the film is.
---@field seconds number How long the work took.
---@field size integer Bytes of the file.
---@field reached_limit boolean Whether it ends early, because of file_length_limit.
---@field profile table? Seconds of each stage, and of each source and span; nil unless asked for.
---@field notes string[] What was decided otherwise than asked, in words.
---@field issues table[] Faults in the sources: path, time, message and count each.
local ExportReport = {}

---@class FrameSaveOptions
---@field overwrite? boolean Replace the file if it exists.
---@field quality? number JPEG's quantiser, from 1, the best, to 31; by default 2.

---One picture, to be looked at and saved.
---@class Frame
---@field size Size Its width and height in pixels.
---@field time Time When it begins to be shown.
---@field pixel_format string FFmpeg's name of its layout.
local Frame = {}

---The colour of a pixel; x and y count from 0, from the top left.
---@param x integer
---@param y integer
---@return Color
function Frame:pixel(x, y) end

---How two pictures differ: psnr in decibels, ssim up to 1, and the largest step of a sample.
---@param other Frame
---@return table
function Frame:difference(other) end

---Where two pictures differ, eight times as strong, on black.
---@param other Frame
---@return Frame
function Frame:difference_picture(other) end

---Writes it as a PNG or JPEG file, by the path's ending.
---@param path string
---@param options? FrameSaveOptions
function Frame:save(path, options) end

---@class DrawingTextOptions
---@field size? number The height of a line in pixels; by default 16.
---@field color? Color|string|number[] By default white.
---@field align? string left, center or right of the place; by default left.

---@class DrawingSaveOptions
---@field overwrite? boolean Replace the file if it exists.

---A sheet for charts: rectangles, lines, text, pictures.
---@class Drawing
---@field size Size Its width and height in pixels.
local Drawing = {}

---Fills a rectangle.
---@param rect Rect|number[]
---@param color Color|string|number[]
function Drawing:rect(rect, color) end

---Draws a line through points; by default 1 wide.
---@param points number[][]
---@param color Color|string|number[]
---@param width? number
function Drawing:line(points, color, width) end

---Writes a line whose top is at y.
---@param text string
---@param x number
---@param y number
---@param options? DrawingTextOptions
function Drawing:text(text, x, y, options) end

---Puts a picture in, scaled to fill a rectangle.
---@param frame Frame
---@param rect Rect|number[]
function Drawing:picture(frame, rect) end

---What is drawn so far, as a picture.
---@return Frame
function Drawing:frame() end

---What is drawn so far, as the text of an SVG file.
---@return string
function Drawing:svg() end

---Writes SVG, PNG or JPEG, by the path's ending.
---@param path string
---@param options? DrawingSaveOptions
function Drawing:save(path, options) end

---Tells of files that are written or replaced.
---@class FolderWatch
local FolderWatch = {}

---Closes it now; closing twice is no error.
function FolderWatch:close() end

---The paths that changed, as soon as any did, or so long; a list.
---@param seconds? number
---@return string[]
function FolderWatch:wait(seconds) end

---Single pictures of an asset, exact to the frame.
---@class ImageGenerator
---@field applies_preferred_track_transform boolean Whether pictures are turned upright.
---@field maximum_size Size The box that pictures are made to fit into; 0 is no limit.
---@field requested_time_tolerance_before Time How much earlier a picture may begin.
---@field requested_time_tolerance_after Time How much later a picture may begin.
local ImageGenerator = {}

---Closes it now; closing twice is no error.
function ImageGenerator:close() end

---The picture shown at a time, and when it begins.
---@param time Time|number|string
---@return Frame frame
---@return Time actual_time
function ImageGenerator:image(time) end

---For a loop: one result for each time, with requested_time, status, and image and actual_time, or error.
---@param times (Time|number|string)[]
---@return function
function ImageGenerator:images(times) end

---Frames and samples of an asset, one after the other.
---@class Reader
---@field frame_count integer How many frames there are.
---@field sample_count integer How many samples there are in each channel.
---@field sample_rate integer Samples per second; 0 without sound.
---@field channels integer Channels of the sound; 0 without.
---@field time_range TimeRange The part that is read.
local Reader = {}

---Closes it now; closing twice is no error.
function Reader:close() end

---For a loop: each frame that was not read yet, and its time.
---@return function
function Reader:frames() end

---For a loop: blocks of so many samples, by default 4096, and their times.
---@param count? integer
---@return function
function Reader:samples(count) end

---Begins again with the first frame and sample.
function Reader:rewind() end

---A stretch of sound, to be looked at.
---@class SampleBlock
---@field count integer How many samples each channel has.
---@field channels integer How many channels there are.
---@field sample_rate integer Samples per second.
---@field time Time When its first sample is heard.
---@operator len: integer
local SampleBlock = {}

---One sample; both count from 1, channel 1 by default.
---@param index integer
---@param channel? integer
---@return number
function SampleBlock:sample(index, channel) end

---All samples of a channel as a list.
---@param channel? integer
---@return number[]
function SampleBlock:samples(channel) end

---The largest magnitude; of all channels without one.
---@param channel? integer
---@return number
function SampleBlock:peak(channel) end

---The root mean square, its loudness; of all without a channel.
---@param channel? integer
---@return number
function SampleBlock:rms(channel) end

---How far long work is: a bar on a terminal, or JSON lines.
---@class Progress
---@field done number How much is done.
---@field total number How much there is to do.
local Progress = {}

---Closes it now; closing twice is no error.
function Progress:close() end

---Tells how much is done; shown ten times a second at most.
---@param done number
function Progress:update(done) end

---Shows an asset in a window, with its sound.
---@class Player
---@field status string paused, waiting, playing, failed or closed.
---@field error Error? Why it failed; nil otherwise.
---@field rate number The speed from -4 to 4; 0 pauses, negative is backward. Setting it plays.
---@field default_rate number The speed that play() uses; by default 1.
---@field volume number How loud, from 0 to 1.
---@field muted boolean Whether nothing is heard.
---@field loop boolean Whether it begins again at the end.
---@field overlay boolean Whether time and frame number are shown on the picture.
---@field full_screen boolean Whether the window fills the screen.
---@field current_time Time Where it is; exact while paused.
---@field frame_number integer? The number of the frame there, from 0; nil without pictures.
---@field frame_count integer How many frames there are; 0 without pictures.
---@field time_range TimeRange The part that is played.
---@field statistics table How well it keeps up: shown, skipped, late and more.
---@field on_end function? A function called with the player when it comes to the end.
local Player = {}

---Closes it now; closing twice is no error.
function Player:close() end

---Plays on at the default rate, while the script goes on.
function Player:play() end

---Stops on the frame in view.
function Player:pause() end

---Goes to a time, exactly; what plays, plays on there.
---@param time Time|number|string
function Player:seek(time) end

---Goes to a frame by its number, from 0.
---@param number integer
function Player:seek_frame(number) end

---Pauses and goes so many frames on, by default one, or back.
---@param count? integer
function Player:step(count) end

---The picture in view, its time and its number, as soon as it is there.
---@return Frame?
---@return Time?
---@return integer?
function Player:image() end

---Waits for the end, or so long, while callbacks run; true once it is over.
---@param seconds? number
---@return boolean
function Player:wait(seconds) end

---Calls a function with the time at every multiple of an interval, and after jumps; a token.
---@param interval Time|number|string
---@param callback function
---@return integer
function Player:on_time(interval, callback) end

---Calls a function with each of these times that is passed while playing; a token.
---@param times (Time|number|string)[]
---@param callback function
---@return integer
function Player:on_boundary(times, callback) end

---Ends what on_time or on_boundary began.
---@param token integer
function Player:remove_observer(token) end

---@class GeneratorOptions
---@field size? Size|number[] Width and height of the picture.
---@field rate? number|string Frames per second.
---@field duration? Time|number|string How long it is.
---@field color? Color|string|number[] The colour of a solid, or where a gradient begins.
---@field second_color? Color|string|number[] Where a gradient ends.
---@field frequency? number Hertz of a tone.
---@field volume? number Amplitude of a tone, 0 to 1.
---@field sample_rate? integer Samples per second of the sound.
---@field channels? integer Channels of the sound, 1 or 2.

---@class TextOptions
---@field size? Size|number[] Width and height of the whole picture; by default 1280×720.
---@field duration? Time|number|string How long it is shown at most; by default 5 s.
---@field rate? number|string Frames per second; by default it takes any.
---@field font? string A family that vs.fonts() lists, or Sans, Serif, Monospace; Sans.
---@field font_size? number The height of a line in pixels; by default a 15th of the picture's.
---@field bold? boolean Whether the letters are bold.
---@field italic? boolean Whether the letters slope.
---@field color? Color|string|number[] Of the letters; by default white.
---@field outline? number How wide the line around each letter is; 0 is none.
---@field outline_color? Color|string|number[] By default black.
---@field background? Color|string|number[] Behind the lines, such as "#00000080"; by default nothing.
---@field place? "bottom_left"|"bottom"|"bottom_right"|"left"|"center"|"right"|"top_left"|"top"|"top_right" Where on the picture; by default bottom.
---@field margin? number The least distance to the edges; longer lines are broken.

---@class ImageOptions
---@field duration? Time|number|string How long it is shown at most; by default 5 s.
---@field rate? number|string Frames per second; by default it takes any.

---@class ImageSequenceOptions
---@field rate? number|string Frames per second; by default 25.

---@class NestedOptions
---@field video_composition? VideoComposition Its canvas and instructions; by default from its media.
---@field audio_mix? AudioMix The volumes of its tracks.

---@class CompositionOptions
---@field natural_size? Size|number[] The picture's size; by default that of the first picture.

---@class InstructionOptions
---@field time_range TimeRange|table When it holds, in the edit's time.
---@field layers? LayerInstruction[] How tracks are drawn, the first on top.
---@field background_color? Color|string|number[] What is seen beside and below the layers.
---@field enable_post_processing? boolean Whether whole pictures are processed here too.

---@class AudioMixOptions
---@field inputs? MixParameters[] The parameters of its tracks.
---@field limiter? boolean false clips peaks beyond full scale; by default they are limited.

---@class ExportOptions
---@field output? string path of the file to write
---@field overwrite? boolean replace the output if it exists
---@field file_type? string mp4, mov, mkv, webm, m4a, wav, …; null throws the result away
---@field preset? string settings by name: highest, medium, 1280x720, prores_422, audio, …
---@field time_range? TimeRange|table the part to write; by default all
---@field metadata? table<string, string> title and other words, instead of those of the edit
---@field chapters? table[] a list of { title =, from = }, instead of those of the sources
---@field file_length_limit? integer bytes at which the film ends early; 0 is no limit
---@field temporary_folder? string where files are put that are only needed meanwhile
---@field optimize_for_network_use? boolean put the index first, so that playing starts at once
---@field video_composition? VideoComposition canvas and instructions; by default from the media
---@field codec? string video codec or FFmpeg encoder, such as hevc or libx264
---@field codec_options? table<string, string|number|boolean> options of the video encoder, such as preset=fast
---@field quality? number quality of the picture on the encoder's own scale (x264: CRF)
---@field bitrate? integer bits per second of the picture, instead of a quality
---@field pixel_format? string layout of the picture, such as yuv420p10le
---@field passes? integer 2 lets the encoder look at all frames first; needs a bitrate
---@field reencode? "auto"|"always"|"never" auto copies what is untouched; always, or never, encodes
---@field deinterlace? "auto"|"always"|"never" auto (unless an interlaced film is written as it is), always or never
---@field audio_mix? AudioMix volumes of the tracks
---@field audio_codec? string audio codec or FFmpeg encoder, such as aac or flac
---@field audio_options? table<string, string|number|boolean> options of the audio encoder
---@field audio_bitrate? integer bits per second of the sound
---@field sample_rate? integer samples per second of the sound
---@field channels? integer channels of the sound: 1 mono, 2 stereo
---@field threads? integer threads of the encoder; equal numbers give equal files
---@field memory? integer|string how much the process may take, such as 512M; by default what the system allows
---@field profile? boolean whether the report tells where the time went
---@field strict? boolean fail on damaged input instead of reporting it at the end
---@field progress? "bar"|"json"|"none"|"line" bar, json, line or none; shown on standard error
---@field on_progress? function called with the progress, 0 to 1, while writing

---@class ImageGeneratorOptions
---@field video_composition? VideoComposition Shows what an export with it would show.
---@field applies_preferred_track_transform? boolean Turns the picture upright.
---@field maximum_size? Size|number[] The box that pictures are made to fit into; 0 is no limit.
---@field requested_time_tolerance_before? Time|number|string How much earlier a picture may begin.
---@field requested_time_tolerance_after? Time|number|string How much later a picture may begin.

---@class DrawingOptions
---@field background? Color|string|number[] The sheet's colour; by default black.

---@class ReaderOptions
---@field time_range? TimeRange|table The part to read; by default all.
---@field video_composition? VideoComposition Canvas and instructions; by default from the media.
---@field audio_mix? AudioMix Volumes of the tracks.
---@field sample_rate? integer Samples per second.
---@field channels? integer Channels of the sound: 1 mono, 2 stereo.

---@class PlayerOptions
---@field time_range? TimeRange|table The part to play; by default all.
---@field video_composition? VideoComposition Canvas and instructions; by default from the media.
---@field audio_mix? AudioMix Volumes of the tracks.
---@field window? boolean Whether a window is opened; by default true.
---@field sound? boolean Whether it is heard; by default true.
---@field loop? boolean Begin again at the end.
---@field overlay? boolean Show time and frame number on the picture.

---Exact, non-linear editing of video and sound.
---@class vs
---@field program string The path of the running program.
---@field version string The version of the toolkit.
---@field library_path string? The folder Stdlib of this installation; nil where there is none.
vs = {}

---A time of x seconds, a number or text.
---@param x Time|number|string
---@return Time
function vs.seconds(x) end

---How long count frames last at a rate.
---@param count integer
---@param rate number|string
---@return Time
function vs.frames(count, rate) end

---A size.
---@param width number
---@param height number
---@return Size
function vs.size(width, height) end

---The map of six numbers; without any, the one that moves nothing.
---@param a? number
---@param b? number
---@param c? number
---@param d? number
---@param tx? number
---@param ty? number
---@return Transform
function vs.transform(a, b, c, d, tx, ty) end

---A colour from its text, or from parts of 0 to 1.
---@param color_or_red Color|string|number[]|number
---@param green? number
---@param blue? number
---@param alpha? number
---@return Color
function vs.color(color_or_red, green, blue, alpha) end

---Opens a media file; { path = …, on_progress = … } tells how far one without an index is read, { path = …, allow_network = true } takes an address.
---@param path string|table
---@return Asset
function vs.asset(path) end

---A source that is computed. test: a moving picture with its frame number, and a tone; bars: colour bars, and a tone; solid: one colour (color =); gradient: from one colour to another (color =, second_color =); tone: a sine (frequency =, volume =); silence: sound that is silent.
---@param kind "test"|"bars"|"solid"|"gradient"|"tone"|"silence"
---@param options? GeneratorOptions
---@return Asset
function vs.generator(kind, options) end

---Words on a transparent picture, as an asset: a title, a caption, a stamp. \n begins a line.
---@param text string
---@param options? TextOptions
---@return Asset
function vs.text(text, options) end

---The families of fonts that vs.text can use, sorted.
---@return string[]
function vs.fonts() end

---A still picture, as an asset; it is decoded once.
---@param path string
---@param options? ImageOptions
---@return Asset
function vs.image(path, options) end

---Numbered pictures one after the other, such as "shots/%04d.png" or "shots/*.png".
---@param pattern string
---@param options? ImageSequenceOptions
---@return Asset
function vs.image_sequence(pattern, options) end

---A live source made of an edit, drawn and mixed when it is used.
---@param asset Asset|Composition
---@param options? NestedOptions
---@return Asset
function vs.nested(asset, options) end

---A new, empty edit.
---@param options? CompositionOptions
---@return Composition
function vs.composition(options) end

---Reads what composition:save wrote: the edit, and what was saved with it or nil.
---@param path string
---@return Composition composition
---@return VideoComposition? video_composition
---@return AudioMix? audio_mix
function vs.load(path) end

---How a video track is drawn.
---@param track CompositionTrack|AssetTrack
---@return LayerInstruction
function vs.layer_instruction(track) end

---What the picture is made of for a stretch of time.
---@param options InstructionOptions
---@return Instruction
function vs.instruction(options) end

---How an audio track is mixed.
---@param track CompositionTrack|AssetTrack
---@return MixParameters
function vs.mix_parameters(track) end

---How the audio tracks of an edit are mixed.
---@param options? AudioMixOptions
---@return AudioMix
function vs.audio_mix(options) end

---Writes an asset to a file and waits for it.
---@param asset Asset|Composition
---@param options? ExportOptions
---@return ExportReport
function vs.export(asset, options) end

---An export to be started and watched.
---@param asset Asset|Composition
---@param options? ExportOptions
---@return ExportSession
function vs.export_session(asset, options) end

---The options of an export for tools: name, kind, choices and help each.
---@return table[]
function vs.export_options() end

---Runs a function in which exports plan and write nothing; the list of plans.
---@param run function
---@return table[]
function vs.planned(run) end

---Makes single pictures of an asset.
---@param asset Asset|Composition
---@param options? ImageGeneratorOptions
---@return ImageGenerator
function vs.image_generator(asset, options) end

---An empty sheet of a size in pixels.
---@param size Size|number[]
---@param options? DrawingOptions
---@return Drawing
function vs.drawing(size, options) end

---Shows a Frame or Drawing inside the terminal; false where it cannot.
---@param picture Frame|Drawing
---@return boolean
function vs.show(picture) end

---Watches the files of folders from now on.
---@param folders string[]
---@return FolderWatch
function vs.watch(folders) end

---Reads frames and samples one by one.
---@param asset Asset|Composition
---@param options? ReaderOptions
---@return Reader
function vs.reader(asset, options) end

---Shows an asset in a window, paused at its start.
---@param asset Asset|Composition
---@param options? PlayerOptions
---@return Player
function vs.player(asset, options) end

---Says something on standard error, unless --log is quieter.
---@param message string
function vs.note(message) end

---Raises an error object with these fields.
---@param code string
---@param message string
---@param hint? string
function vs.fail(code, message, hint) end

---What there is to know of an object, a function, a name, a tool or a topic.
---@param topic? any
---@return string
function vs.help(topic) end

---Declarations of all this for editors.
---@return string
function vs.annotations() end

---The names of the topics that vs.help explains, sorted.
---@return string[]
function vs.topics() end

---The names of the tools behind 'vscript NAME', sorted.
---@return string[]
function vs.tools() end

---The name in a list that was probably meant; or nil.
---@param name string
---@param names string[]
---@return string?
function vs.nearest(name, names) end

---Makes a folder and those above it, unless it exists.
---@param path string
function vs.make_directory(path) end

---Every class and module with its members: name, kind, heading, help and options.
---@return table[]
function vs.reference() end

---The program's own command line: its forms and options, for pages and completion.
---@return table
function vs.command_line() end

---Standard output's terminal: columns, rows, and how it shows pictures.
---@return table
function vs.terminal() end

---The names of FFmpeg's encoders for pictures and sound, sorted.
---@return string[]
function vs.encoders() end

---The names of FFmpeg's decoders for pictures and sound, sorted.
---@return string[]
function vs.decoders() end

---The names of the filters that layers (video) or mix parameters (audio) can add, sorted.
---@param media_type "video"|"audio"
---@return string[]
function vs.filters(media_type) end

---Libraries, processors, memory and folders as the program finds them.
---@return table
function vs.system() end

---A bar for long work of a script's own; close it when it is done.
---@param name string
---@param total number
---@return Progress
function vs.progress(name, total) end

---Exact times; called, it makes one of value/timescale seconds.
---@class vs.time
---@overload fun(value: Time|number|string, timescale?: integer): Time
---@field zero Time The time 0.
---@field invalid Time No time at all.
---@field indefinite Time A time that is not known.
---@field positive_infinity Time Later than every other.
---@field negative_infinity Time Earlier than every other.
vs.time = {}

---Ranges of time; called, it makes one of a start and a duration.
---@class vs.range
---@overload fun(start: Time|number|string, duration: Time|number|string): TimeRange
vs.range = {}

---The range from one time up to another.
---@param from Time|number|string
---@param to Time|number|string
---@return TimeRange
function vs.range.between(from, to) end

---Rectangles; called, it makes one.
---@class vs.rect
---@overload fun(x: number, y: number, width: number, height: number): Rect
---@field infinite Rect The rectangle that covers everything: as a crop, no crop.
vs.rect = {}

---@class VideoCompositionOptions
---@field render_size? Size|number[] The canvas in pixels.
---@field frame_duration? Time|number|string The time between two frames.
---@field render_scale? number For a player, the factor its canvas is drawn at.
---@field instructions? Instruction[] What is drawn, one after the other.
---@field frame_timing_track? CompositionTrack|AssetTrack A video track whose own frame times are kept.
---@field color_primaries? string FFmpeg's name of the primaries.
---@field color_matrix? string FFmpeg's name of the matrix.
---@field color_transfer? string FFmpeg's name of the transfer.

---@class AutomaticVideoOptions
---@field fit? "contain"|"cover"|"stretch"|"none" How pictures are placed: contain, cover, stretch or none.
---@field render_size? Size|number[] The canvas; by default the size of the first picture.
---@field frame_duration? Time|number|string The time of a frame; by default that of the highest rate.
---@field timing? "fixed"|"source" fixed, or source to keep the first track's own frame times.
---@field background_color? Color|string|number[] What is seen beside the pictures and in gaps.

---@class ComputedVideoOptions
---@field render_size? Size|number[] The canvas; by default the size of the first picture.
---@field frame_duration? Time|number|string The time of a frame; by default that of the highest rate.
---@field background_color? Color|string|number[] What is seen beside the layers.

---Canvas and instructions; called, it makes them of options.
---@class vs.video_composition
---@overload fun(options?: VideoCompositionOptions): VideoComposition
vs.video_composition = {}

---Everything from the media: size, rate, orientation.
---@param asset Asset|Composition
---@param options? AutomaticVideoOptions
---@return VideoComposition
function vs.video_composition.of(asset, options) end

---Layers from a function called for each frame that is drawn, with its time, index and tracks: it returns the layers, topmost first, each a track or { track, opacity, transform, crop_rectangle, blend_mode, filters }. An export calls it while the script waits for it.
---@param asset Asset|Composition
---@param compositor function
---@param options? ComputedVideoOptions
---@return VideoComposition
function vs.video_composition.computed(asset, compositor, options) end
