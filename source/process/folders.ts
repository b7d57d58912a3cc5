import { homedir } from 'node:os';
import { join } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the state folder of our own service: below XDG_STATE_HOME, default ~/.local/state. */
export function stateFolder(env: Environment = process.env): string {
	return join(absolute(env.XDG_STATE_HOME) ?? join(homedir(), '.local', 'state'), 'seedtop');
}

/** Returns the configuration folder: below XDG_CONFIG_HOME, default ~/.config. */
export function configFolder(env: Environment = process.env): string {
	return join(absolute(env.XDG_CONFIG_HOME) ?? join(homedir(), '.config'), 'seedtop');
}

/** Returns the default download folder: XDG_DOWNLOAD_DIR, or ~/Downloads. */
export function downloadFolder(env: Environment = process.env): string {
	return absolute(env.XDG_DOWNLOAD_DIR) ?? join(homedir(), 'Downloads');
}

/** Ignores relative paths, as the XDG specification requires. */
function absolute(path: string | undefined): string | undefined {
	return path?.startsWith('/') ? path : undefined;
}
