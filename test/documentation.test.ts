import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { type Declaration, longFlag } from '../source/commands/declaration/declaration.ts';
import { exitMeanings } from '../source/commands/failure.ts';
import { chapters } from '../source/commands/registry.ts';
import { dialogs } from '../source/tui/dialogs/registry.ts';
import { commands, showKey } from '../source/tui/keymap.ts';
import { tabs } from '../source/tui/panes/downloads/tabs/registry.ts';
import { panes } from '../source/tui/panes/registry.ts';

const path = fileURLToPath(new URL('../README.md', import.meta.url));
const readme = readFileSync(path, 'utf8');

const paneList = Object.values(panes);
const tabList = Object.values(tabs);

/** Title of the keys of each scope. */
const sections: Readonly<Record<string, string>> = {
	panes: 'All panes',
	everywhere: 'Everywhere',
	tabs: 'The list, and all tabs',
	...Object.fromEntries(paneList.map(({ id, title }) => [id, title])),
	...Object.fromEntries(tabList.map(({ id, title }) => [`tab-${id}`, `${title} of a download`])),
	...Object.fromEntries(Object.values(dialogs).map(({ kind, title }) => [kind, title])),
};

function tableOfKeys(): string {
	const rows = commands.map(
		({ scope, keys, title }) =>
			`| ${sections[scope]} | ${keys.map((key) => `\`${showKey(key)}\``).join(' ')} | ${title} |`,
	);
	return ['| where | keys | what they do |', '|---|---|---|', ...rows].join('\n');
}

/** All but the programs, of which the README tells more. */
function tableOfCommands(): string {
	const rows = chapters
		.filter(({ title }) => title !== 'Programs')
		.flatMap(({ commands: declared }) => declared.filter(({ hidden }) => !hidden))
		.map((declared) => `| \`seedtop ${termOf(declared)}\` | ${declared.summary}${verbsOf(declared)} |`);
	return ['| command | what it does |', '|---|---|', ...rows].join('\n');
}

function termOf({ name, arguments: parameters, verbs }: Declaration): string {
	if (verbs.length > 0) return `${name} <verb>`;
	const given = Object.values(parameters).map((parameter) => {
		const shown = parameter.many ? `${parameter.name}…` : parameter.name;
		return parameter.required ? `<${shown}>` : `[${shown}]`;
	});
	return [name, ...given].join(' ');
}

function verbsOf({ verbs }: Declaration): string {
	return verbs.length === 0 ? '' : `: ${verbs.map(({ name }) => `\`${name}\``).join(', ')}`;
}

function tableOfExitCodes(): string {
	return [
		'| exit code | meaning |',
		'|---|---|',
		...exitMeanings.map(([code, meaning]) => `| ${code} | ${meaning} |`),
	].join('\n');
}

test.each([
	['keys', tableOfKeys],
	['commands', tableOfCommands],
	['exit codes', tableOfExitCodes],
])("the README's table of %s is that of the declarations", (name, table) => {
	// Read anew: with UPDATE one table is written after the other.
	const before = readFileSync(path, 'utf8');
	const marked = new RegExp(`(<!-- ${name}: .* -->\\n)[\\s\\S]*?(<!-- /${name} -->)`);
	expect(before).toMatch(marked);
	const current = before.replace(marked, (_, begin, end) => `${begin}\n${table()}\n\n${end}`);
	if (process.env.UPDATE) writeFileSync(path, current);
	else expect(before).toBe(current);
});

/**
 * Keys that mean on purpose something else than around: in the details what ends the cockpit elsewhere leads back to the
 * list, and in the files what takes changes back takes back which of them were wanted.
 */
const ownMeanings: Readonly<Record<string, readonly string[]>> = {
	...Object.fromEntries(tabList.map(({ id }) => [`tab-${id}`, ['q']])),
	'tab-files': ['u', 'U', 'q'],
};

test('no key means two things in one place', () => {
	for (const place of [
		...paneList.map(({ id }) => [id, 'panes', 'everywhere']),
		...tabList.map(({ id }) => [`tab-${id}`, 'tabs', 'panes', 'everywhere']),
		['save-torrent', 'everywhere'],
		['stream', 'everywhere'],
		['add', 'everywhere'],
		['browse', 'everywhere'],
		['add-files', 'everywhere'],
		['remove', 'everywhere'],
		['delete-data', 'everywhere'],
		['help', 'everywhere'],
	]) {
		const keys = commands.filter(({ scope }) => place.includes(scope)).flatMap((command) => command.keys);
		const twice = keys.filter((key, index) => keys.indexOf(key) !== index);
		expect(twice).toEqual(ownMeanings[place[0] ?? ''] ?? []);
	}
});

test('the README names every program, and every option of the service', () => {
	const programs = chapters.find(({ title }) => title === 'Programs')?.commands ?? [];
	for (const { name } of programs) expect(readme).toContain(`\`seedtop ${name}\``);
	const serve = programs.find(({ name }) => name === 'serve');
	const options = Object.values(serve?.options ?? {});
	for (const { flags } of options) expect(readme).toContain(`\`${longFlag(flags)}\``);
	expect(options.length).toBeGreaterThan(5);
});

test('the command that CI runs is the one of the README', () => {
	const ci = readFileSync(fileURLToPath(new URL('../.ci/run', import.meta.url)), 'utf8');
	const [command = ''] = /^npm ci && npm test$/m.exec(readme) ?? [];
	expect(command).not.toBe('');
	expect(ci).toContain(command);
});

test('the threat model names tests that exist', () => {
	const root = fileURLToPath(new URL('..', import.meta.url));
	const page = readFileSync(`${root}docs/threat-model.md`, 'utf8');
	const named = [...page.matchAll(/\| `([\w/.-]+\.test\.ts)`: (.+) \|$/gm)];
	const rows = page.split('\n').filter((line) => /^\| (?!who |-)/.test(line));
	expect(named).toHaveLength(rows.length);
	for (const [, file = '', title = ''] of named)
		expect(readFileSync(`${root}test/${file}`, 'utf8'), `${file} has the test "${title}"`).toContain(title);
});
