/** Environment variable with the descriptor of the watcher's pipe in the engine's process. */
export const WATCHER_PIPE = 'SEEDTOP_WATCHER_PIPE';

/** Data of the engine's watcher (watcher.ts). */
export interface WatcherData {
	/** Process id of the service. */
	readonly parent: number;
	/** Descriptor of the pipe for requests; null if the service provides none. */
	readonly pipe: number | null;
}
