// zimg, and inline stand-ins for the parts of its header that Swift cannot import.
#ifndef VSZIMG_SHIM_H
#define VSZIMG_SHIM_H

#include <zimg.h>

/// A format with every field at its default.
static inline zimg_image_format vszimg_format(void) {
  zimg_image_format format;
  zimg_image_format_default(&format, ZIMG_API_VERSION);
  return format;
}
/// Build parameters with every field at its default.
static inline zimg_graph_builder_params vszimg_parameters(void) {
  zimg_graph_builder_params parameters;
  zimg_graph_builder_params_default(&parameters, ZIMG_API_VERSION);
  return parameters;
}
/// A picture to read that has no planes yet.
static inline zimg_image_buffer_const vszimg_source(void) {
  zimg_image_buffer_const buffer = {ZIMG_API_VERSION};
  return buffer;
}
/// A picture to write that has no planes yet.
static inline zimg_image_buffer vszimg_target(void) {
  zimg_image_buffer buffer = {ZIMG_API_VERSION};
  return buffer;
}
/// Sets one of the planes, an array that Swift would see as a tuple.
static inline void vszimg_set_source(zimg_image_buffer_const *buffer, int plane, const void *data,
                                     ptrdiff_t stride) {
  buffer->plane[plane].data = data;
  buffer->plane[plane].stride = stride;
  buffer->plane[plane].mask = ZIMG_BUFFER_MAX;
}
static inline void vszimg_set_target(zimg_image_buffer *buffer, int plane, void *data,
                                     ptrdiff_t stride) {
  buffer->plane[plane].data = data;
  buffer->plane[plane].stride = stride;
  buffer->plane[plane].mask = ZIMG_BUFFER_MAX;
}

#endif
