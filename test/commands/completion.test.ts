import { execFile, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { atFileEnd } from '../fixtures/cleanup.ts';
import { makeFolder } from '../fixtures/folder.ts';
import { cli } from '../programs/service-process.ts';
import { infohash, serveEverything } from './answering-service.ts';
import { runHere } from './run-here.ts';

let folder: string;
/** Port that runs command lines in this process. */
let port: number;

beforeAll(async () => {
	folder = await makeFolder();
	for (const shell of ['bash', 'zsh', 'fish']) {
		const { out, code, err } = await runHere(['completion', shell]);
		expect({ code, err }).toEqual({ code: 0, err: '' });
		await writeFile(join(folder, shell), out);
	}
	await writeFile(join(folder, 'seedtop'), `#!/bin/sh\nexec '${process.execPath}' '${cli}' "$@"\n`, {
		mode: 0o755,
	});
	port = await runReceivedLines();
});

/** Returns the port of a server. A client sends a number of words, then the words, each with a NUL after it. */
async function runReceivedLines(): Promise<number> {
	const server = createServer((socket: Socket) => {
		let received = '';
		socket.setEncoding('utf8').on('data', async (text: string) => {
			received += text;
			const [count, ...words] = received.split('\0').slice(0, -1);
			if (words.length === Number(count)) socket.end((await runHere(words)).out);
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	atFileEnd(() => server.close());
	return (server.address() as AddressInfo).port;
}

const installed = (shell: string) => spawnSync('sh', ['-c', `command -v ${shell}`]).status === 0;

test.each(['bash', 'zsh', 'fish'])(
	'the script for %s has no syntax error, if the shell is installed',
	(shell) => {
		if (!installed(shell)) return;
		const checked = spawnSync(shell, ['-n', join(folder, shell)], { encoding: 'utf8' });
		expect({ status: checked.status, said: checked.stderr }).toEqual({ status: 0, said: '' });
	},
);

/** Lines of bash that run the program in this process. A process costs ten times as much. */
const inThisProcess = () => `
seedtop() {
	exec 3<>/dev/tcp/127.0.0.1/${port}
	printf '%s\\0' $# "$@" >&3
	cat <&3
}`;

/** Lines of bash that run the published program. */
const published = () => `PATH=${folder}:$PATH`;

/** Returns the words that bash offers at the end of a line. */
async function offered(line: string, program = inThisProcess): Promise<string[]> {
	const [words = []] = await offeredAt([line], program);
	return words;
}

/** Returns the words that one bash offers at the end of each line. */
function offeredAt(lines: readonly string[], program = inThisProcess): Promise<string[][]> {
	const script = `
COMP_LINE=$1 COMP_POINT=\${#1}
read -ra COMP_WORDS <<<"$1"
if [[ $1 == *' ' ]]; then COMP_WORDS+=(''); fi
COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))`;
	return runBash(script, lines, program);
}

/** Completes lines whose variables the script sets. */
async function runBash(
	script: string,
	lines: readonly string[],
	program = inThisProcess,
): Promise<string[][]> {
	const all = `${program()}
source ${folder}/bash
compopt() { :; }
complete_line() {
${script}
COMPREPLY=()
_seedtop
if ((\${#COMPREPLY[@]})); then printf '%s\\n' "\${COMPREPLY[@]}"; fi
printf '\\0'
}
for line; do complete_line "$line"; done`;
	// Not spawnSync, because the requested service may be in this process.
	const { stdout, stderr } = await promisify(execFile)('bash', ['-c', all, 'bash', ...lines]);
	expect(stderr).toBe('');
	return stdout
		.split('\0')
		.slice(0, -1)
		.map((words) => words.split('\n').filter((word) => word !== ''));
}

describe('bash offers', () => {
	const examples = [
		['seedtop pl', ['playlist']],
		['seedtop rec', ['recheck']],
		['seedtop playlist ', ['ls', 'create', 'rename', 'remove', 'add', 'drop']],
		['seedtop --url http://127.0.0.1:8085 market pay', ['payments']],
		['seedtop --url=http://127.0.0.1:8085 market pay', ['payments']],
		['seedtop rm --with', ['--with-data']],
		['seedtop list --no', ['--no-header']],
		['seedtop ls --status STOPPED', ['STOPPED', 'STOPPED_ON_ERROR']],
		['seedtop ls --status=SEE', ['SEEDING']],
		['seedtop --generation ', ['A', 'B']],
		['seedtop api PA', ['PATCH']],
		['seedtop pause --filter rat', ['ratio\\>']],
		['seedtop pause --filter is:ano', ['anonymous']],
		['seedtop completion z', ['zsh']],
		['seedtop channel show x', []],
		['seedtop __', []],
		['seedtop events --type torrent_fin', ['torrent_finished']],
		['seedtop api GET /market/o', ['/market/orders', '/market/orders/\\{order_number\\}/cancel']],
	] as const;
	let words: string[][];
	beforeAll(async () => {
		words = await offeredAt(examples.map(([line]) => line));
	});

	test.each(examples.map(([line, expected], index) => [line, expected, index] as const))(
		'at %s',
		(_line, expected, index) => {
			expect(words[index]).toEqual(expected);
		},
	);

	test('names of downloads from the service in the line; hostile ones by their infohash', async () => {
		const { url } = await serveEverything();
		expect(await offered(`seedtop --url ${url} pause `)).toEqual([
			infohash.replace(/^../, '01'),
			'ubuntu-24.04',
			'Debian\\ 13',
		]);
		expect(await offered(`seedtop rm --url ${url} DEB`)).toEqual(['Debian\\ 13']);
		expect(await offered(`seedtop stop ubuntu-24.04 --url=${url} ab2`)).toEqual([
			infohash.replace(/^../, 'ab'),
		]);
		expect(await offered(`seedtop files --url ${url} Debian\\ `)).toEqual(['Debian\\ 13']);
	});

	test('names and conditions of a filter after ls, where both can follow', async () => {
		const { url } = await serveEverything();
		expect(await offered(`seedtop ls --url ${url} DEB`)).toEqual(['Debian\\ 13']);
		expect(await offered(`seedtop ls --url ${url} rat`)).toEqual(['ratio\\>']);
		expect(await offered('seedtop --url http://127.0.0.1:9 ls is:ano')).toEqual(['anonymous']);
	});

	test('conditions of a quoted filter, with the text before them', async () => {
		const script = `
COMP_LINE=$1 COMP_POINT=\${#1} COMP_WORDS=(seedtop pause --filter "'ratio>2 is:ano") COMP_CWORD=3`;
		const line = "seedtop pause --filter 'ratio>2 is:ano";
		expect(await runBash(script, [line])).toEqual([['ratio>2 is:anonymous']]);
	});

	test('values of the published program', async () => {
		const { url } = await serveEverything();
		expect(await offered(`seedtop --url ${url} pause DEB`, published)).toEqual(['Debian\\ 13']);
		expect(await offered('seedtop --url http://127.0.0.1:9 stop u', published)).toEqual([]);
	});
});

test('every command and option in every script', async () => {
	const { chapters } = await import('../../source/commands/registry.ts');
	const { longFlag } = await import('../../source/commands/declaration/declaration.ts');
	const { readFile } = await import('node:fs/promises');
	const commands = chapters.flatMap((chapter) => chapter.commands).filter(({ hidden }) => !hidden);
	for (const shell of ['bash', 'zsh', 'fish']) {
		const script = await readFile(join(folder, shell), 'utf8');
		for (const { name, options, verbs } of [...commands, ...commands.flatMap((each) => each.verbs)]) {
			expect(script).toContain(name);
			for (const { flags } of [
				...Object.values(options),
				...verbs.flatMap((verb) => Object.values(verb.options)),
			]) {
				expect(script).toContain(longFlag(flags).slice(2));
			}
		}
	}
});
