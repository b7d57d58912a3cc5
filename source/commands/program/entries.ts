import { fileURLToPath } from 'node:url';

/**
 * The files of the bundle that run in separate processes. All chunks of the bundle are in one folder, so these
 * relative URLs work in each of them.
 */
export const entries = {
	cli: fileURLToPath(new URL('./cli.js', import.meta.url)),
	engine: fileURLToPath(new URL('./engine.js', import.meta.url)),
	watcher: fileURLToPath(new URL('./watcher.js', import.meta.url)),
	swarm: fileURLToPath(new URL('./swarm.js', import.meta.url)),
	/** Folder of the API explorer's static files. */
	docs: fileURLToPath(new URL('./docs/', import.meta.url)),
} as const;
