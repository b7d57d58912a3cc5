import { demoContents } from '../../source/demo/content.ts';
import { commands } from '../../source/tui/shell/commands/keymap.ts';
import { keyBytes } from '../fixtures/key-bytes.ts';

/** Controls of a cockpit. */
export interface Viewer {
	/** Presses the keys of commands, by id. */
	press(...ids: readonly string[]): void;
	type(text: string): void;
	/** Resolves when the screen has this content. */
	shows(...contents: readonly (string | RegExp)[]): Promise<void>;
	/** Moves the cursor in the list of downloads. Resolves when it is on the download. */
	choose(name: string): Promise<void>;
	/** Path of a .torrent file of the demo. */
	readonly torrentPath: string;
}

/** A screen to picture: it is reached from the list of downloads, and left with the command. */
export interface PicturedScreen {
	readonly name: string;
	readonly open: (viewer: Viewer) => Promise<void>;
	readonly leave?: string;
}

const nameOf = (kind: string) => demoContents.find((content) => content.kind === kind)?.name ?? '';

export const picturedScreens: readonly PicturedScreen[] = [
	{ name: 'downloads', open: ({ choose }) => choose(nameOf('long')) },
	{
		name: 'files',
		open: async ({ choose, press, shows }) => {
			await choose(nameOf('nested'));
			press('details', 'tab-files');
			await shows('Forest');
			press('down');
		},
		leave: 'details-leave',
	},
	{
		name: 'pieces',
		open: async ({ choose, press, shows }) => {
			await choose(nameOf('trickle'));
			press('details', 'tab-pieces');
			await shows(/256 pieces|of 256/);
		},
		leave: 'details-leave',
	},
	{
		name: 'palette',
		open: async ({ press, type, shows }) => {
			press('palette');
			await shows('Commands');
			type('lim');
			await shows(/limit/i);
		},
		leave: 'palette-close',
	},
	{
		name: 'add',
		open: async ({ press, type, shows, torrentPath }) => {
			press('add');
			type(torrentPath);
			await shows(nameOf('slow'));
		},
		leave: 'add-cancel',
	},
	{
		name: 'help',
		open: async ({ press, shows }) => {
			press('help');
			await shows('─ Keys ');
		},
		leave: 'help-close',
	},
	{
		name: 'events',
		open: async ({ press, shows }) => {
			press('pane-events');
			await shows('TIME');
		},
		leave: 'pane-downloads',
	},
	{
		name: 'debug',
		open: async ({ press, shows }) => {
			press('pane-debug');
			await shows(/\d(\.\d)? ?%/);
		},
		leave: 'pane-downloads',
	},
	{
		name: 'market',
		open: async ({ press, shows }) => {
			press('pane-market', 'section-market-book');
			await shows('MB/COIN', /\d\.\d{4}/);
		},
		leave: 'pane-downloads',
	},
	{
		name: 'channels',
		open: async ({ press, shows }) => {
			press('pane-channels');
			await shows('Demo recordings');
		},
		leave: 'pane-downloads',
	},
];

/** Returns the bytes of the keys of commands, by id. */
export function keysOf(ids: readonly string[]): string {
	return ids
		.map((id) => {
			const command = commands.find((each) => each.id === id);
			if (!command) throw new Error(`No command has the id ${id}.`);
			return keyBytes(command.keys[0] ?? '');
		})
		.join('');
}
