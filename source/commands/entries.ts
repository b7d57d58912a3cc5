import { fileURLToPath } from 'node:url';

/**
 * The files of the bundle that run in processes of their own. All of the bundle lies in one folder, whichever of its
 * parts this line ends up in.
 */
export const entries = {
	cli: fileURLToPath(new URL('./cli.js', import.meta.url)),
	engine: fileURLToPath(new URL('./engine.js', import.meta.url)),
	swarm: fileURLToPath(new URL('./swarm.js', import.meta.url)),
	/** The folder of the explorer's static files. */
	docs: fileURLToPath(new URL('./docs/', import.meta.url)),
} as const;
