import type { Dialog } from '../../state/dialogs.ts';
import type { State } from '../../state/state.ts';
import { type Command, obstacle } from '../command.ts';
import { type HelpRow, helpRows } from '../dialogs/help/rows.ts';
import { findCommands, nothingFound } from '../dialogs/palette/find-commands.ts';
import { commandsBeneath } from '../keymap.ts';
import { speakKey } from './spoken-keys.ts';

type Palette = Extract<Dialog, { kind: 'palette' }>;
type Help = Extract<Dialog, { kind: 'help' }>;

/** The keys in words, by where they work. */
export const helpText = {
	title: () => 'Keys',
	body: (_: Help, state: State) => helpRows(commandsBeneath(state)).map((row) => helpLine(row, state)),
	choice: ({ scroll }: Help, state: State) => {
		const row = helpRows(commandsBeneath(state))[scroll];
		return row ? helpLine(row, state) : '';
	},
};

/** What was found of the commands, in words. */
export const paletteText = {
	title: () => 'Commands: type what you want to do',
	choice: ({ chosen }: Palette, state: State) => {
		const found = findCommands(state);
		const one = found[chosen];
		if (!one) return nothingFound;
		return `${commandLine(one.command, one.keys, one.why)}; ${chosen + 1} of ${found.length}`;
	},
};

function helpLine(row: HelpRow, state: State): string {
	if ('heading' in row) return `${row.heading}:`;
	return commandLine(row.command, row.keys, obstacle(row.command, { ...state, dialogs: [] }));
}

/** Titles that mean something else here. */
const titles: Readonly<Record<string, string>> = { redraw: 'Say where you are' };

/** 's: Stop the download (It is stopped already.)' */
function commandLine({ id, title }: Command, keys: readonly string[], why: string | undefined): string {
	const shown = keys.map(speakKey).join(' or ');
	const words = `${titles[id] ?? title}${why === undefined ? '' : ` (${why})`}`;
	return shown === '' ? words : `${shown}: ${words}`;
}
