// The parts of FFmpeg that Media uses, and inline stand-ins for macros that Swift cannot import.
#ifndef VSFF_SHIM_H
#define VSFF_SHIM_H

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/channel_layout.h>
#include <libavutil/display.h>
#include <libavutil/imgutils.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswresample/swresample.h>

_Static_assert(LIBAVCODEC_VERSION_MAJOR == 59, "written against FFmpeg 5.1");

/// AV_NOPTS_VALUE
static const int64_t vsff_no_pts = AV_NOPTS_VALUE;
/// AVERROR_EOF
static const int vsff_error_eof = AVERROR_EOF;
/// AVERROR(EAGAIN)
static const int vsff_error_again = AVERROR(EAGAIN);

// --- Frames, conversion and writing ---

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

#endif
