import { tabs } from '../../../source/tui/panes/downloads/tabs/registry.ts';
import { commands } from '../../../source/tui/shell/commands/keymap.ts';
import { panes } from '../../../source/tui/shell/panes.ts';
import type { Scope } from '../../../source/tui/surfaces/command.ts';
import type { Pane } from '../../../source/tui/surfaces/pane.ts';

const allPanes = Object.values<Pane>(panes);
const ofPanes: readonly (readonly [Scope, ...Scope[]])[] = [
	...allPanes.flatMap(({ id, details, sections }): (readonly [Scope, ...Scope[]])[] => {
		if (sections) return sections.all.map(({ section }) => [section.id, id, 'panes', 'everywhere']);
		if (!details) return [[id, 'panes', 'everywhere']];
		return [
			[id, 'tabs', 'panes', 'everywhere'],
			...Object.keys(tabs).map((tab): readonly [Scope, ...Scope[]] => [
				`tab-${tab}` as Scope,
				'tabs',
				id,
				'panes',
				'everywhere',
			]),
		];
	}),
];

const known = new Set<Scope>(ofPanes.flat());

/** The scopes that are active together in each place, the nearest first. */
export const places: readonly (readonly [Scope, ...Scope[]])[] = [
	...ofPanes,
	...[...new Set(commands.map(({ scope }) => scope))]
		.filter((scope) => !known.has(scope))
		.map((scope): readonly [Scope, ...Scope[]] => [scope, 'everywhere']),
];
