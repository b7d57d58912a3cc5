/** Maximum number of files read of a state folder. */
export const MAX_ENTRIES = 200_000;
/** Maximum size of the saved state of one download, bytes. It has a bitfield and peers. */
export const MAX_RESUME_BYTES = 32 * 1024 * 1024;
/** Maximum size of a file with the state of all downloads, bytes. */
export const MAX_STATE_BYTES = 256 * 1024 * 1024;
/** Maximum length of a name, characters, as in the service. */
export const MAX_NAME = 255;
