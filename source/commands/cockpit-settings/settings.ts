import { join } from 'node:path';
import { readSmallFile } from '../../client/discovery/small-file.ts';
import { configFolder } from '../../process/folders.ts';
import type { ReadSettings } from './settings-content.ts';

/** Returns the path of the settings file. */
export function settingsPath(env: NodeJS.ProcessEnv): string {
	return join(configFolder(env), 'cockpit.json');
}

/** Returns the path of the file in which the cockpit saves its view settings. */
export function viewPath(env: NodeJS.ProcessEnv): string {
	return join(configFolder(env), 'view.json');
}

/** Returns the path of the file with the user's keys. */
export function keysPath(env: NodeJS.ProcessEnv): string {
	return join(configFolder(env), 'keys.json');
}

/**
 * Reads the settings. Never fails: faults are reported, and the other settings apply. The schema of the settings is
 * loaded only if there is a file: it takes as long as everything else before the first lines are on the screen.
 */
export async function readSettings(path: string): Promise<ReadSettings> {
	const file = await readSmallFile(path);
	if (!('text' in file) && file.missing) return { settings: {}, faults: [] };
	const { settingsIn } = await import('./settings-content.ts');
	return settingsIn(path, file);
}
