import type { Scope } from '../../source/tui/commands/command.ts';
import { commands, showKey } from '../../source/tui/commands/keymap.ts';
import { dialogs } from '../../source/tui/dialogs/registry.ts';
import { tabs } from '../../source/tui/panes/downloads/tabs/registry.ts';
import type { Pane } from '../../source/tui/panes/pane.ts';
import { panes } from '../../source/tui/panes/registry.ts';
import { table } from './markdown.ts';

/** Headings of the places where keys work. */
const titles: Readonly<Record<string, string>> = {
	panes: 'All panes',
	everywhere: 'Everywhere',
	notice: 'A notice about a profile',
	'notice-input': 'A notice about a wallet',
	tabs: 'Downloads and details',
	...Object.fromEntries(Object.values(panes).map(({ id, title }) => [id, title])),
	...Object.fromEntries(
		Object.values<Pane>(panes).flatMap(({ title, sections }) =>
			(sections?.all ?? []).map(({ section }) => [section.id, `${title}: ${section.title}`]),
		),
	),
	...Object.fromEntries(Object.values(tabs).map(({ id, title }) => [`tab-${id}`, `Details: ${title}`])),
	...Object.fromEntries(Object.values(dialogs).map(({ kind, title }) => [kind, title])),
};

interface Pair {
	readonly scope: Scope;
	readonly key: string;
	readonly title: string;
}

const pairs: readonly Pair[] = commands.flatMap(({ scope, keys, title }) =>
	keys.map((key) => ({ scope, key, title })),
);

/** Share of the places of a group that must have a key with the same action. */
const MIN_SHARE = 0.75;

/** Places that share keys, by the id of a command that only they have. */
const groups = [
	groupOf('text fields', (ids) => ids.some((id) => id.endsWith('-delete-to-end'))),
	groupOf('lists', (ids) => ids.some((id) => /(^|-)first$/.test(id))),
	groupOf('lists below a text field', (ids) =>
		['page-down', 'delete-to-end'].every((end) => ids.some((id) => id.endsWith(`-${end}`))),
	),
];

function groupOf(name: string, includes: (ids: readonly string[]) => boolean) {
	const all = [...new Set(commands.map(({ scope }) => scope))];
	const idsOf = (place: Scope) => commands.filter(({ scope }) => scope === place).map(({ id }) => id);
	return { name, places: all.filter((place) => includes(idsOf(place))) };
}

/**
 * Returns the tables of all keys in Markdown: one for each place, then one for each set of places that share keys. A
 * key is listed for a group if every place of the group has it, or has another action for it.
 */
export function keyTables(): string {
	const own = new Tables();
	const shared = new Tables();
	for (const { key, title } of pairs) {
		const others = pairs.filter((pair) => pair.key === key);
		const has = (place: Scope, same: boolean) =>
			others.some((pair) => pair.scope === place && (pair.title === title) === same);
		let left = others.filter((pair) => pair.title === title).map(({ scope }) => scope);
		for (const { name, places } of groups) {
			const members = places.filter((place) => left.includes(place));
			const isCommon = members.length >= MIN_SHARE * places.length;
			if (!isCommon || !places.every((place) => has(place, true) || has(place, false))) continue;
			shared.add(`In ${name} (${namesOf(places)}):`, title, key);
			left = left.filter((place) => !places.includes(place));
		}
		const [only] = left;
		if (left.length > 1) shared.add(`In ${namesOf(left)}:`, title, key);
		else if (only !== undefined) own.add(`## ${titles[only]}`, title, key);
	}
	return [...own.sections(), '## Shared keys', ...shared.sections()].join('\n\n');
}

const namesOf = (places: readonly Scope[]) => places.map((place) => titles[place]).join(', ');

/** Tables of keys below headings, in the order in which they were added. */
class Tables {
	readonly #tables = new Map<string, Map<string, Set<string>>>();

	add(heading: string, title: string, key: string): void {
		const rows = this.#tables.get(heading) ?? new Map<string, Set<string>>();
		this.#tables.set(heading, rows.set(title, (rows.get(title) ?? new Set()).add(`\`${showKey(key)}\``)));
	}

	sections(): readonly string[] {
		return [...this.#tables].map(
			([heading, rows]) =>
				`${heading}\n\n${table(
					['keys', 'action'],
					[...rows].map(([title, keys]) => [[...keys].join(' '), title]),
				)}`,
		);
	}
}
