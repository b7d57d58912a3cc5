import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createProgram } from '../source/commands/registry.ts';
import type { Scope } from '../source/tui/command.ts';
import { commands, showKey } from '../source/tui/keymap.ts';

const path = fileURLToPath(new URL('../README.md', import.meta.url));
const readme = readFileSync(path, 'utf8');

const sections: Readonly<Record<Scope, string>> = {
	downloads: 'Downloads',
	events: 'Events',
	panes: 'All panes',
	everywhere: 'Everywhere',
	add: 'Adding a download',
	remove: 'Removing a download',
	help: 'Help',
};

function tableOfKeys(): string {
	const rows = commands.map(
		({ scope, keys, title }) =>
			`| ${sections[scope]} | ${keys.map((key) => `\`${showKey(key)}\``).join(' ')} | ${title} |`,
	);
	return ['| where | keys | what they do |', '|---|---|---|', ...rows].join('\n');
}

test("the README's table of keys is that of the keymap", () => {
	const marked = /(<!-- keys: .* -->\n)[\s\S]*?(<!-- \/keys -->)/;
	const current = readme.replace(marked, (_, begin, end) => `${begin}\n${tableOfKeys()}\n\n${end}`);
	if (process.env.UPDATE) writeFileSync(path, current);
	else expect(readme).toBe(current);
});

test('no key means two things in one place', () => {
	for (const place of [
		['downloads', 'panes', 'everywhere'],
		['events', 'panes', 'everywhere'],
		['add', 'everywhere'],
		['remove', 'everywhere'],
		['help', 'everywhere'],
	]) {
		const keys = commands.filter(({ scope }) => place.includes(scope)).flatMap((command) => command.keys);
		expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
	}
});

test('the README names every command, and every option of the service', () => {
	const program = createProgram();
	for (const command of program.commands) expect(readme).toContain(`\`seedtop ${command.name()}\``);
	const serve = program.commands.find((command) => command.name() === 'serve');
	for (const option of serve?.options ?? []) expect(readme).toContain(`\`${option.long}\``);
	expect(serve?.options.length).toBeGreaterThan(5);
});

test('the command that CI runs is the one of the README', () => {
	const ci = readFileSync(fileURLToPath(new URL('../.ci/run', import.meta.url)), 'utf8');
	const [command = ''] = /^npm ci && npm test$/m.exec(readme) ?? [];
	expect(command).not.toBe('');
	expect(ci).toContain(command);
});
