/** Time after which a profile stops by itself. A profile grows by about 0.4 MB a minute. */
export const MAX_PROFILE_MS = 10 * 60_000;
/** Profiles that are kept, each with a file for each process, and their bytes. The oldest are deleted. */
export const MAX_PROFILES = 10;
export const MAX_PROFILE_BYTES = 200 * 1024 * 1024;
/** Free memory that a heap snapshot needs, as a multiple of the heap in use. */
export const DUMP_MEMORY_FACTOR = 10;
