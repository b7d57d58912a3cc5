import { hasSeveral } from '../../../state/contexts/contexts.ts';
import type { State } from '../../../state/core/state.ts';
import type { Command } from '../../commands/command.ts';

const prefix = 'context-show-';

const paletteContextText = {
	title: (name: string) => `${name}: switch to this service`,
} as const;

/** Returns a command for each other service of the user. */
export function contextCommands(state: State): readonly Command[] {
	if (!hasSeveral(state)) return [];
	const { current, rows } = state.contexts;
	return rows.list
		.filter(({ name }) => name !== current)
		.map(({ name, url }) => ({
			id: prefix + name,
			group: 'view',
			scope: 'panes',
			keys: [],
			title: paletteContextText.title(name),
			words: `switch context ${url}`,
			run: ({ showContext }) => showContext(name),
		}));
}

/** Grades a command by the name of its service: before all others if it is typed completely, then by its beginning. */
export function matchOfName(typed: string, { id }: Pick<Command, 'id'>): number | undefined {
	if (typed === '' || !id.startsWith(prefix)) return undefined;
	const name = id.slice(prefix.length).toLowerCase();
	if (name === typed) return -1;
	return name.startsWith(typed) ? 0.5 : undefined;
}
