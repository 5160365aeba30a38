// The parts of FFmpeg that Media uses, and inline stand-ins for macros that Swift cannot import.
#ifndef VSFF_SHIM_H
#define VSFF_SHIM_H

#include <fcntl.h>
#include <errno.h>
#include <libavcodec/avcodec.h>
#include <libavcodec/vorbis_parser.h>
#include <libavfilter/avfilter.h>
#include <libavfilter/buffersink.h>
#include <libavfilter/buffersrc.h>
#include <libavformat/avformat.h>
#include <libavutil/avstring.h>
#include <libavutil/channel_layout.h>
#include <libavutil/display.h>
#include <libavutil/dovi_meta.h>
#include <libavutil/imgutils.h>
#include <libavutil/mastering_display_metadata.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswresample/swresample.h>
#include <malloc.h>
#include <stdbool.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

_Static_assert(LIBAVCODEC_VERSION_MAJOR == 59, "written against FFmpeg 5.1");
_Static_assert(LIBAVFILTER_VERSION_MAJOR == 8, "its library is loaded by this number");

/// AV_NOPTS_VALUE
static const int64_t vsff_no_pts = AV_NOPTS_VALUE;
/// AVERROR_EOF
static const int vsff_error_eof = AVERROR_EOF;
/// AVERROR(EAGAIN)
static const int vsff_error_again = AVERROR(EAGAIN);

// --- Frames, conversion and writing ---

/// AVERROR_OPTION_NOT_FOUND
static const int vsff_error_option_not_found = AVERROR_OPTION_NOT_FOUND;
/// AVERROR_EXTERNAL
static const int vsff_error_external = AVERROR_EXTERNAL;

/// One of a pixel format's component descriptors, an array that Swift would see as a tuple.
static inline AVComponentDescriptor vsff_component(const AVPixFmtDescriptor *descriptor,
                                                   int index) {
  return descriptor->comp[index];
}
/// A frame's plane, an array that Swift would see as a tuple.
static inline uint8_t *vsff_frame_plane(const AVFrame *frame, int index) {
  return frame->data[index];
}
/// The bytes between the rows of a frame's plane.
static inline int vsff_frame_stride(const AVFrame *frame, int index) {
  return frame->linesize[index];
}
/// Points a frame's plane to memory that the frame does not own.
static inline void vsff_set_frame_plane(AVFrame *frame, int index, uint8_t *base, int stride) {
  frame->data[index] = base;
  frame->linesize[index] = stride;
}
/// The layout of a codec's channels, by address: a copy would share what it owns.
static inline AVChannelLayout *_Nonnull vsff_context_layout(AVCodecContext *context) {
  return &context->ch_layout;
}
/// MKTAG('h', 'v', 'c', '1')
static const uint32_t vsff_tag_hvc1 = MKTAG('h', 'v', 'c', '1');
/// A frame's planes and strides by address.
static inline const uint8_t *_Nullable const *_Nonnull vsff_frame_planes(const AVFrame *frame) {
  return (const uint8_t *const *)frame->data;
}
static inline const int *_Nonnull vsff_frame_strides(const AVFrame *frame) {
  return frame->linesize;
}
/// Reads one component of a row into 32-bit words; the declaration of the original wants arrays.
static inline void vsff_read_row(uint32_t *target, const uint8_t *const *planes,
                                 const int *strides, const AVPixFmtDescriptor *descriptor,
                                 int row, int component, int width) {
  av_read_image_line2(target, (const uint8_t **)planes, strides, descriptor, 0, row, component,
                      width, 0, 4);
}
/// Writes one component of a row from 16-bit words.
static inline void vsff_write_row(const uint16_t *source, AVFrame *frame,
                                  const AVPixFmtDescriptor *descriptor, int row, int component,
                                  int width) {
  av_write_image_line2(source, frame->data, frame->linesize, descriptor, 0, row, component, width,
                       2);
}

/// O_TMPFILE, which the C library only shows under _GNU_SOURCE: a new file without a name.
static const int vsff_open_unnamed = 020000000 | O_DIRECTORY;
/// memfd_create(…, MFD_CLOEXEC): a file in memory without a name; −1 and errno on failure.
static inline int vsff_memory_file(const char *_Nonnull label) {
  return (int)syscall(SYS_memfd_create, label, 1u);
}
/// renameat2(…, RENAME_NOREPLACE): renames unless the new name is taken; −1 and errno on failure.
static inline int vsff_rename_exclusively(const char *from, const char *to) {
  return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 1u);
}

// --- Reading ---

/// AVERROR(ENOENT)
static const int vsff_error_not_found = AVERROR(ENOENT);
/// AVERROR(EACCES)
static const int vsff_error_access = AVERROR(EACCES);
/// AVERROR(EIO)
static const int vsff_error_io = AVERROR(EIO);

/// A frame's samples of one channel or, interleaved, of all of them.
static inline uint8_t *vsff_frame_samples(const AVFrame *frame, int channel) {
  return frame->extended_data[channel];
}
/// A stream's display matrix, nine numbers; null where it has none.
static inline const int32_t *vsff_display_matrix(const AVStream *stream) {
  size_t size = 0;
  const uint8_t *data = av_stream_get_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size);
  return size >= 9 * sizeof(int32_t) ? (const int32_t *)data : 0;
}
/// What a stream says of Dolby Vision; null where it has none.
static inline const AVDOVIDecoderConfigurationRecord *vsff_dolby_vision(const AVStream *stream) {
  size_t size = 0;
  const uint8_t *data = av_stream_get_side_data(stream, AV_PKT_DATA_DOVI_CONF, &size);
  return size >= 8 ? (const AVDOVIDecoderConfigurationRecord *)data : 0;
}
/// The display that a stream or a decoded frame was mastered on; null where it does not tell.
static inline const AVMasteringDisplayMetadata *vsff_stream_display(const AVStream *stream) {
  size_t size = 0;
  const uint8_t *data =
      av_stream_get_side_data(stream, AV_PKT_DATA_MASTERING_DISPLAY_METADATA, &size);
  return size >= sizeof(AVMasteringDisplayMetadata) ? (const AVMasteringDisplayMetadata *)data : 0;
}
static inline const AVMasteringDisplayMetadata *vsff_frame_display(const AVFrame *frame) {
  const AVFrameSideData *data =
      av_frame_get_side_data(frame, AV_FRAME_DATA_MASTERING_DISPLAY_METADATA);
  return data ? (const AVMasteringDisplayMetadata *)data->data : 0;
}
/// The light levels of a stream or a decoded frame; null where it does not tell.
static inline const AVContentLightMetadata *vsff_stream_light(const AVStream *stream) {
  size_t size = 0;
  const uint8_t *data = av_stream_get_side_data(stream, AV_PKT_DATA_CONTENT_LIGHT_LEVEL, &size);
  return size >= sizeof(AVContentLightMetadata) ? (const AVContentLightMetadata *)data : 0;
}
static inline const AVContentLightMetadata *vsff_frame_light(const AVFrame *frame) {
  const AVFrameSideData *data = av_frame_get_side_data(frame, AV_FRAME_DATA_CONTENT_LIGHT_LEVEL);
  return data ? (const AVContentLightMetadata *)data->data : 0;
}
/// A coordinate of a mastering display: x and y of red, green, blue and white from 0 to 7.
static inline AVRational vsff_display_point(const AVMasteringDisplayMetadata *display, int index) {
  return index < 6 ? display->display_primaries[index / 2][index % 2]
                   : display->white_point[index - 6];
}
/// Makes the side data of a stream from coordinates in 1/50000 and light in 1/10000 cd/m²;
/// negative where there is no memory.
static inline int vsff_add_display(AVStream *stream, const int *points, int darkest,
                                   int brightest) {
  AVMasteringDisplayMetadata *display = av_mastering_display_metadata_alloc();
  if (!display)
    return AVERROR(ENOMEM);
  for (int index = 0; index < 6; index++)
    display->display_primaries[index / 2][index % 2] = av_make_q(points[index], 50000);
  for (int index = 0; index < 2; index++)
    display->white_point[index] = av_make_q(points[6 + index], 50000);
  display->min_luminance = av_make_q(darkest, 10000);
  display->max_luminance = av_make_q(brightest, 10000);
  display->has_primaries = display->has_luminance = 1;
  int status = av_stream_add_side_data(stream, AV_PKT_DATA_MASTERING_DISPLAY_METADATA,
                                       (uint8_t *)display, sizeof(*display));
  if (status < 0)
    av_free(display);
  return status;
}
/// Whether a stream carries what a player needs to ask for a key.
static inline bool vsff_is_encrypted(const AVStream *stream) {
  return av_stream_get_side_data(stream, AV_PKT_DATA_ENCRYPTION_INIT_INFO, 0) != 0;
}
/// How many samples a packet says to drop at its beginning and at its end.
static inline void vsff_packet_skip(const AVPacket *packet, uint32_t *first, uint32_t *last) {
  size_t size = 0;
  const uint8_t *data = av_packet_get_side_data(packet, AV_PKT_DATA_SKIP_SAMPLES, &size);
  *first = *last = 0;
  if (!data || size < 10)
    return;
  *first = data[0] | data[1] << 8 | data[2] << 16 | (uint32_t)data[3] << 24;
  *last = data[4] | data[5] << 8 | data[6] << 16 | (uint32_t)data[7] << 24;
}

/// Whether two descriptions of a coded stream are the same, byte for byte.
static inline int vsff_same_parameters(const AVCodecParameters *one,
                                       const AVCodecParameters *other) {
  AVCodecParameters left = *one, right = *other;
  left.extradata = right.extradata = NULL;
  return memcmp(&left, &right, sizeof left) == 0 &&
         (left.extradata_size <= 0 ||
          memcmp(one->extradata, other->extradata, (size_t)left.extradata_size) == 0);
}

/// malloc_trim(0), where the allocator has it.
static inline void vsff_trim_memory(void) {
#ifdef M_ARENA_MAX
  malloc_trim(0);
#endif
}

/// What a line of the log is about: the `opaque` of a codec's or a format's context; null for others.
///
/// A decoder's threads log through copies of its context, which carry the same `opaque`.
static inline void *_Nullable vsff_log_owner(void *_Nullable object) {
  if (!object)
    return 0;
  const AVClass *kind = *(const AVClass **)object;
  if (kind == avcodec_get_class())
    return ((AVCodecContext *)object)->opaque;
  if (kind == avformat_get_class())
    return ((AVFormatContext *)object)->opaque;
  return 0;
}

// --- Filters ---

/// Whether two links of a graph carry sound of one rate and one layout of channels.
static inline bool vsff_same_sound(const AVFilterLink *one, const AVFilterLink *other) {
  return one->sample_rate == other->sample_rate &&
         av_channel_layout_compare(&one->ch_layout, &other->ch_layout) == 0;
}
/// The layout of a frame's channels, by address: a copy would share what it owns.
static inline AVChannelLayout *_Nonnull vsff_frame_layout(AVFrame *frame) {
  return &frame->ch_layout;
}

/// mallopt(M_ARENA_MAX, …); 0 where the allocator does not know it.
static inline int vsff_limit_arenas(int count) {
#ifdef M_ARENA_MAX
  return mallopt(M_ARENA_MAX, count);
#else
  return 0;
#endif
}

#endif
