import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { AnyQuery } from '../../source/state/core/query-declaration.ts';
import type { State } from '../../source/state/core/state.ts';
import { createStore } from '../../source/state/core/store.ts';
import { commands } from '../../source/tui/shell/commands/keymap.ts';
import { dialogs } from '../../source/tui/shell/dialogs.ts';
import { panes } from '../../source/tui/shell/panes.ts';
import { update } from '../../source/tui/shell/update.ts';
import type { Command, Scope } from '../../source/tui/surfaces/command.ts';
import type { Pane } from '../../source/tui/surfaces/pane.ts';
import { presser } from '../screens/pressing.ts';
import { examplesOf, surfaces } from '../screens/surfaces.ts';

const size = { columns: 80, rows: 24 };
const allPanes = Object.values<Pane>(panes);

/** Returns the values that occur more than once. */
function repeated(values: readonly string[]): readonly string[] {
	return values.filter((value, index) => values.indexOf(value) !== index);
}

test('every command has an id of its own, a title and a key', () => {
	expect(repeated(commands.map(({ id }) => id))).toEqual([]);
	const incomplete = commands.filter(({ title, keys }) => title.trim() === '' || keys.length === 0);
	expect(incomplete.map(({ id }) => id)).toEqual([]);
});

test('the commands of a surface have one of its scopes', () => {
	const declared: readonly (readonly [of: string, commands: readonly Command[], scopes: readonly Scope[]])[] =
		[
			...Object.values(dialogs).map((dialog) => [dialog.kind, dialog.commands, [dialog.kind]] as const),
			...allPanes.map(({ id, commands: own, details, sections }) => {
				const tabs = (details?.tabs ?? []).map((tab): Scope => `tab-${tab.id}`);
				const ofDetails: readonly Scope[] = details ? ['tabs', ...tabs] : [];
				const ofSections = (sections?.all ?? []).map(({ section }) => section.id);
				return [id, own, [id, ...ofDetails, ...ofSections]] as const;
			}),
		];
	const wrong = declared.flatMap(([of, own, scopes]) =>
		own.filter(({ scope }) => !scopes.includes(scope)).map(({ id, scope }) => `${of}: ${id} has ${scope}`),
	);
	expect(wrong).toEqual([]);
});

test('the queries of a surface have different names', () => {
	const queries: readonly (readonly [of: string, queries: readonly AnyQuery[] | undefined])[] = [
		...Object.values(dialogs).map((dialog) => [dialog.kind, dialog.queries] as const),
		...allPanes.flatMap(({ id, queries: own, details, sections }) => [
			...(sections
				? sections.all.map((pane) => [pane.section.id, pane.queries] as const)
				: [[id, own] as const]),
			...(details?.tabs ?? []).map((tab) => [tab.id, tab.queries] as const),
		]),
	];
	const names = queries.flatMap(([of, own = []]) => own.map(({ name }) => `${of}: ${name}`));
	expect(names.length).toBeGreaterThan(5);
	expect(repeated(names)).toEqual([]);
});

test('every folder of sections has a section in the list of its pane', () => {
	const folder = fileURLToPath(new URL('../../source/tui/panes', import.meta.url));
	const folders = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
		/^[^/]+\/sections\/[^/]+$/.test(path),
	);
	const known = new Set(surfaces.map((surface) => surface.folder));
	const missing = folders.map((path) => `source/tui/panes/${path}`).filter((path) => !known.has(path));
	expect(folders.length).toBeGreaterThan(5);
	expect(missing).toEqual([]);
});

/** Whether escape closes the dialog on top. */
function isLeft(state: State): boolean {
	const store = createStore(state, update);
	const press = presser(store, () => size);
	// The first one may leave a field or a folder of the dialog.
	for (let time = 0; time < 3; time++) press('escape');
	return store.get().dialogs.length < state.dialogs.length;
}

test.each(surfaces.filter(({ name }) => name.startsWith('dialog ')))('escape leaves the $name', (surface) => {
	// In some examples, escape first cancels a request.
	const leaves = examplesOf(surface, size).some(([, state]) => isLeft(state));
	expect(leaves, `${surface.folder}: escape does not close it`).toBe(true);
});
