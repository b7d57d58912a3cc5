import { presets } from '../../source/tui/keys/presets.ts';
import { tabs } from '../../source/tui/panes/downloads/tabs/registry.ts';
import { commands, showKey } from '../../source/tui/shell/commands/keymap.ts';
import { dialogs } from '../../source/tui/shell/dialogs.ts';
import { panes } from '../../source/tui/shell/panes.ts';
import type { Scope } from '../../source/tui/surfaces/command.ts';
import type { Pane } from '../../source/tui/surfaces/pane.ts';
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
	readonly id: string;
}

const pairs: readonly Pair[] = commands.flatMap(({ id, scope, keys, title }) =>
	keys.map((key) => ({ id, scope, key, title })),
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
		const same = others.filter((pair) => pair.title === title);
		const idsIn = (places: readonly Scope[]) =>
			same.filter(({ scope }) => places.includes(scope)).map(({ id }) => id);
		let left = same.map(({ scope }) => scope);
		for (const { name, places } of groups) {
			const members = places.filter((place) => left.includes(place));
			const isCommon = members.length >= MIN_SHARE * places.length;
			if (!isCommon || !places.every((place) => has(place, true) || has(place, false))) continue;
			shared.add(`In ${name} (${namesOf(places)}):`, title, key, idsIn(members));
			left = left.filter((place) => !places.includes(place));
		}
		const [only] = left;
		if (left.length > 1) shared.add(`In ${namesOf(left)}:`, title, key, idsIn(left));
		else if (only !== undefined) own.add(`## ${titles[only]}`, title, key, idsIn(left));
	}
	return [...own.sections(), '## Shared keys', ...shared.sections()].join('\n\n');
}

const namesOf = (places: readonly Scope[]) => places.map((place) => titles[place]).join(', ');

interface Row {
	readonly keys: Set<string>;
	readonly ids: Set<string>;
}

/** Tables of keys below headings, in the order in which they were added. */
class Tables {
	readonly #tables = new Map<string, Map<string, Row>>();

	add(heading: string, title: string, key: string, ids: readonly string[]): void {
		const rows = this.#tables.get(heading) ?? new Map<string, Row>();
		const row = rows.get(title) ?? { keys: new Set(), ids: new Set() };
		row.keys.add(shown(key));
		for (const id of ids) row.ids.add(id);
		this.#tables.set(heading, rows.set(title, row));
	}

	sections(): readonly string[] {
		return [...this.#tables].map(
			([heading, rows]) =>
				`${heading}\n\n${table(
					['keys', 'action', 'id'],
					[...rows].map(([title, { keys, ids }]) => [[...keys].join(' '), title, idsText([...ids])]),
				)}`,
		);
	}
}

const shown = (key: string) => `\`${showKey(key)}\``;

/** Maximum number of ids that are listed one by one. */
const MAX_IDS = 2;

/** Returns ids as code. Many ids are shown by their common end. */
function idsText(ids: readonly string[]): string {
	if (ids.length <= MAX_IDS) return ids.map((id) => `\`${id}\``).join(' ');
	const [first = ''] = ids;
	const parts = first.split('-');
	const ends = parts.map((_, index) => parts.slice(index).join('-'));
	const end = ends.find((each) => ids.every((id) => id === each || id.endsWith(`-${each}`)));
	return end === undefined ? ids.map((id) => `\`${id}\``).join(' ') : `\`…-${end}\``;
}

const titleOf = (id: string) => commands.find((command) => command.id === id)?.title ?? '';

/** Returns the tables of the keys that each preset changes. */
export function presetTables(): string {
	return Object.entries(presets)
		.map(([name, { meaning, steps, aliases = {}, bindings }]) => {
			const rows = [
				...Object.entries(steps).map(([step, keys]) => [
					keys.map(shown).join(' '),
					`${titleOf(step)}, in every list`,
					`\`${step}\` \`…-${step}\``,
				]),
				...Object.entries(aliases).map(([key, alias]) => [
					shown(alias),
					`As ${shown(key)}, where it is free`,
					'',
				]),
				...Object.entries(bindings).map(([id, keys]) => [
					keys.map(shown).join(' '),
					titleOf(id),
					`\`${id}\``,
				]),
			];
			return `### ${name}\n\n${meaning}.\n\n${table(['keys', 'action', 'id'], rows)}`;
		})
		.join('\n\n');
}
