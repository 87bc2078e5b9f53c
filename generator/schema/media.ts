import { kindOf, mediaType, type MediaKind } from "../../runtime/media.js";

export { mediaType, type MediaKind };

/**
 * How the media type of a Content-Type is read and written: what the runtime says of it, so that
 * nothing is planned otherwise than it is sent. Types that say nothing of it are `unknown`.
 */
export function mediaKind(contentType: string): MediaKind {
  return kindOf(mediaType(contentType));
}

/** True for what is bytes whatever its schema says: pictures, sound, films, fonts, archives. SVG is text. */
export function isBytes(contentType: string): boolean {
  const type = mediaType(contentType);
  return (
    /^(image|audio|binary)$/.test(kindOf(type)) && type !== "image/svg+xml"
  );
}
