import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { cockpitOptions } from '../source/commands/cockpit/options.ts';
import { CockpitSettings } from '../source/commands/cockpit-settings/settings-content.ts';
import { longFlag } from '../source/commands/declaration/declaration.ts';
import { chapters } from '../source/commands/registry.ts';
import { serveOptions } from '../source/commands/serve/options.ts';
import { defaultSettings, ServiceSettings } from '../source/commands/serve/settings.ts';
import { downloadFields } from '../source/filter/download-fields.ts';
import { readQuery } from '../source/filter/query.ts';
import { downloadKind } from '../source/state/downloads/downloads.ts';
import { tabs } from '../source/tui/panes/downloads/tabs/registry.ts';
import { commands } from '../source/tui/shell/commands/keymap.ts';
import { panes } from '../source/tui/shell/panes.ts';
import type { Pane } from '../source/tui/surfaces/pane.ts';
import { themeNames } from '../source/tui/theme/names.ts';
import { generatedParts, withPart } from './documentation/generated-parts.ts';
import { anchorsIn, codeIn, linksIn, rowsBelow } from './documentation/markdown.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');

const documentsIn = (folder: string) =>
	readdirSync(join(root, folder))
		.filter((name) => name.endsWith('.md'))
		.map((name) => `${folder}/${name}`);
const architecture = ['docs/architecture.md', ...documentsIn('docs/architecture')];
/** All documents, by path. */
const documents = ['README.md', ...documentsIn('docs'), ...documentsIn('docs/architecture')];

/** Lines of the README; the rest belongs into docs/. */
const MAX_README_LINES = 250;

test.each(generatedParts.map(({ path, name, generate }) => [path, name, generate] as const))(
	'%s: the generated part "%s" equals the declarations',
	(path, name, generate) => {
		const text = read(path);
		expect(text, 'Run npm run generate').toBe(withPart(text, name, generate()));
	},
);

test('README.md has at most 250 lines and names every document', () => {
	const readme = read('README.md');
	expect(readme.split('\n').length - 1).toBeLessThanOrEqual(MAX_README_LINES);
	expect(documentsIn('docs').filter((path) => !linksIn(readme).includes(path))).toEqual([]);
});

test('README.md names every program', () => {
	const programs = chapters.find(({ title }) => title === 'Programs')?.commands ?? [];
	for (const { name } of programs) expect(read('README.md')).toContain(`\`seedtop ${name}\``);
});

test('.ci/run runs the test command of README.md', () => {
	const [command = ''] = /^npm ci && npm test$/m.exec(read('README.md')) ?? [];
	expect(command).not.toBe('');
	expect(read('.ci/run')).toContain(command);
});

test.each(documents)('%s: every link leads to a file and a heading of the repository', (path) => {
	const text = read(path);
	const broken = linksIn(text).filter((link) => {
		const [file = '', anchor] = link.split('#');
		const target = file === '' ? path : join(dirname(path), file);
		if (!existsSync(join(root, target))) return true;
		return anchor !== undefined && !anchorsIn(read(target)).includes(anchor);
	});
	expect(broken).toEqual([]);
});

test('every document that source, tests or build name exists', () => {
	const files = ['source', 'test'].flatMap((folder) =>
		readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
	);
	const named = files
		.filter((path) => /\.(tsx?|txt|mjs)$/.test(path))
		.flatMap((path) => read(path).match(/\bdocs\/[\w/-]+\.md\b/g) ?? []);
	expect(named).toContain('docs/troubleshooting.md');
	expect([...new Set(named)].filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('docs/configuration.md lists every setting of the service with its default', () => {
	const rows = rowsBelow(read('docs/configuration.md'), '### Settings of the service');
	const names = rows.map(([name = '']) => codeIn(name)[0]);
	expect(names).toEqual(Object.keys(ServiceSettings.properties));
	const defaults: Readonly<Record<string, unknown>> = { ...defaultSettings('/state') };
	for (const [name = '', , shown = ''] of rows) {
		const value = defaults[codeIn(name)[0] ?? ''];
		// Paths depend on the account.
		if (typeof value === 'string' && value.startsWith('/')) continue;
		expect([name, codeIn(shown)[0]]).toEqual([
			name,
			typeof value === 'string' ? value : JSON.stringify(value),
		]);
	}
});

test('docs/configuration.md lists every option and variable of seedtop serve', () => {
	const text = read('docs/configuration.md');
	const section = text.slice(text.indexOf('## Service'), text.indexOf('## Cockpit'));
	const shown = codeIn(section);
	for (const option of Object.values(serveOptions)) {
		expect(shown).toContain(longFlag(option.flags));
		if (option.env !== undefined) expect(section).toContain(option.env);
	}
});

test('docs/configuration.md lists every setting, flag and theme of the cockpit', () => {
	const text = read('docs/configuration.md');
	const rows = rowsBelow(text, '### Settings of the cockpit');
	const names = rows.map(([name = '']) => codeIn(name)[0]);
	expect([...names].sort()).toEqual(Object.keys(CockpitSettings.properties).sort());
	const section = codeIn(text.slice(text.indexOf('## Cockpit')));
	for (const { flags } of Object.values(cockpitOptions)) expect(section).toContain(longFlag(flags));
	for (const theme of themeNames) expect(section).toContain(theme);
	const [, example = ''] = /```json\n(.*)\n```/.exec(text.slice(text.indexOf('## Cockpit'))) ?? [];
	for (const name of Object.keys(JSON.parse(example))) expect(names).toContain(name);
});

test('docs/filters.md lists every field, and every example in it is valid', () => {
	const rows = rowsBelow(read('docs/filters.md'), '## Conditions');
	const shown = rows.flatMap(([form = '', meaning = '']) => [...codeIn(form), ...examplesIn(meaning)]);
	expect(shown.length).toBeGreaterThan(40);
	const faults = (code: string) =>
		readQuery(code, { fields: downloadFields, nameOf: downloadKind.nameOf, now: Date.UTC(2026, 10, 20) })
			.faults;
	expect(shown.filter((code) => faults(code).length > 0)).toEqual([]);
	const missing = downloadFields.filter(({ name }) => !shown.some((code) => code.startsWith(name)));
	expect(missing).toEqual([]);
});

/** Units and suffixes in the meaning of a condition are no conditions. */
const examplesIn = (meaning: string) => codeIn(meaning).filter((code) => /[~<>=:]/.test(code));

test('docs/troubleshooting.md quotes errors that exist', () => {
	const files = readdirSync(join(root, 'source'), { recursive: true, encoding: 'utf8' });
	const source = files.filter((name) => /\.tsx?$/.test(name)).map((name) => read(join('source', name)));
	const quoted = rowsBelow(read('docs/troubleshooting.md'), '# Troubleshooting').flatMap(([error = '']) =>
		codeIn(error),
	);
	expect(quoted.length).toBeGreaterThan(5);
	const parts = quoted.flatMap((error) => error.split('…').map((part) => part.trim()));
	expect(parts.filter((part) => !source.some((text) => text.includes(part)))).toEqual([]);
});

test('docs/architecture.md has at most 300 lines and names every page of its folder', () => {
	const map = read('docs/architecture.md');
	expect(map.split('\n').length - 1).toBeLessThanOrEqual(300);
	expect(
		documentsIn('docs/architecture').filter((path) => !linksIn(map).includes(path.slice('docs/'.length))),
	).toEqual([]);
});

test.each(architecture)('%s names only files and folders that exist', (path) => {
	const places = codeIn(read(path)).filter((code) => /^[\w.-]+\/[\w./-]*$/.test(code));
	const exists = (place: string) => ['source', '.'].some((base) => existsSync(join(root, base, place)));
	const missing = places.filter((place) => place !== 'dist/' && !exists(place));
	expect(missing).toEqual([]);
});

test('docs/architecture/dependencies.md lists every dependency of package.json', () => {
	const { dependencies, devDependencies } = JSON.parse(read('package.json'));
	const listed = rowsBelow(read('docs/architecture/dependencies.md'), '## Packages').flatMap(([names = '']) =>
		codeIn(names),
	);
	expect(listed.toSorted()).toEqual(Object.keys({ ...dependencies, ...devDependencies }).sort());
});

test('docs/contributing.md names only scripts that exist', () => {
	const { scripts } = JSON.parse(read('package.json'));
	const named = [...read('docs/contributing.md').matchAll(/`npm (?:run )?(test|[\w:]+)/g)].map(
		([, name]) => name,
	);
	const builtIn = ['ci', 'install'];
	expect(
		named.filter((name) => !Object.hasOwn(scripts, name ?? '') && !builtIn.includes(name ?? '')),
	).toEqual([]);
	expect(named).toContain('test');
});

test('README.md and docs/benchmarks.md contain the marks of the benchmark', () => {
	for (const path of ['README.md', 'docs/benchmarks.md'])
		expect(read(path).match(/<!-- \/?bench -->/g)).toEqual(['<!-- bench -->', '<!-- /bench -->']);
});

test('docs/threat-model.md names tests that exist', () => {
	const page = read('docs/threat-model.md');
	const named = [...page.matchAll(/\| `([\w/.-]+\.test\.ts)`: (.+) \|$/gm)];
	const rows = page.split('\n').filter((line) => /^\| (?!who |-)/.test(line));
	expect(named).toHaveLength(rows.length);
	for (const [, file = '', title = ''] of named)
		expect(read(`test/${file}`), `${file} has the test "${title}"`).toContain(title);
});

/**
 * Keys of a tab with another action than in the places around it. q returns to the list instead of quitting. The others
 * act on the rows of the tab instead of the list.
 */
const ownMeanings: Readonly<Record<string, readonly string[]>> = {
	...Object.fromEntries(Object.keys(tabs).map((id) => [`tab-${id}`, ['q']])),
	'tab-files': ['space', 'A', 'enter', 'right', 'l', 'left', 'h', 'C', '/', 'u', 'U', 'q'],
	'tab-peers': ['o', 'O', 'q'],
	'tab-trackers': ['a', 'd', 'delete', 'insert', 'q'],
	'tab-health': ['enter', 'q'],
};

/** Escape closes the details from the list, and leaves them inside. */
const inBothPanels = ['escape'];

test('no key has two actions in one place', () => {
	const around = ['panes', 'tabs', 'everywhere'];
	const sections = Object.values<Pane>(panes).flatMap(({ id, sections }) =>
		(sections?.all ?? []).map(({ section }): [string, string] => [section.id, id]),
	);
	const inside = [
		...Object.keys(panes),
		...sections.map(([id]) => id),
		...Object.keys(tabs).map((id) => `tab-${id}`),
	];
	const dialogs = commands
		.map(({ scope }) => scope)
		.filter((scope) => ![...around, ...inside].includes(scope));
	for (const place of [
		...Object.keys(panes).map((id) => [id, 'panes', 'everywhere']),
		...sections.map(([id, pane]) => [id, pane, 'panes', 'everywhere']),
		...Object.keys(tabs).map((id) => [`tab-${id}`, 'tabs', 'downloads', 'panes', 'everywhere']),
		...[...new Set(dialogs)].map((scope) => [scope, 'everywhere']),
	]) {
		const keys = commands.filter(({ scope }) => place.includes(scope)).flatMap((command) => command.keys);
		const twice = keys.filter((key, index) => keys.indexOf(key) !== index);
		const isInDetails = place.includes('tabs');
		const expected = [...(ownMeanings[place[0] ?? ''] ?? []), ...(isInDetails ? inBothPanels : [])];
		expect(twice.toSorted()).toEqual(expected.toSorted());
	}
});
