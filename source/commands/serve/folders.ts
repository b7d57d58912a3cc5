import { homedir } from 'node:os';
import { join } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/** Where our own service keeps its state: below XDG_STATE_HOME, ~/.local/state by default. */
export function stateFolder(env: Environment = process.env): string {
	return join(absolute(env.XDG_STATE_HOME) ?? join(homedir(), '.local', 'state'), 'seedtop');
}

/** Where people write what they want of seedtop: below XDG_CONFIG_HOME, ~/.config by default. */
export function configFolder(env: Environment = process.env): string {
	return join(absolute(env.XDG_CONFIG_HOME) ?? join(homedir(), '.config'), 'seedtop');
}

/** Where data goes unless told otherwise: XDG_DOWNLOAD_DIR, ~/Downloads by default. */
export function downloadFolder(env: Environment = process.env): string {
	return absolute(env.XDG_DOWNLOAD_DIR) ?? join(homedir(), 'Downloads');
}

/** The XDG specification has relative paths ignored. */
function absolute(path: string | undefined): string | undefined {
	return path?.startsWith('/') ? path : undefined;
}
