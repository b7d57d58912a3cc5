import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { beforeAll, describe, expect, test } from 'vitest';
import { pickleText } from '../../source/import/reading/pickle.ts';
import { writeSparseTorrent } from '../bench/scale/torrents.ts';
import { makeFolder } from '../fixtures/folder.ts';
import { runService, type TestService } from '../fixtures/service.ts';
import { statePath } from '../import/entries.ts';
import { run } from './program.ts';

const MIB = 1024 * 1024;
/** Maximum memory of an import above that of four small downloads, bytes. The largest entry here has 1 MiB. */
const MAX_MORE_BYTES = 70 * MIB;

let service: TestService;
let folder: string;
/** Memory of an import of four small downloads, bytes. */
let least: number;

/** Runs an import that changes nothing. Returns its end, and the most memory that it had, bytes. */
async function measured(...words: readonly string[]) {
	const [hook, figure] = [join(folder, 'hook.cjs'), join(folder, 'figure')];
	await writeFile(
		hook,
		`process.on('exit', () => require('node:fs').writeFileSync(${JSON.stringify(figure)}, require('node:fs').readFileSync('/proc/self/status')));`,
	);
	const ended = await run(['import', ...words, '--dry-run', '--state-dir', service.stateFolder], {
		env: { NODE_OPTIONS: `--require=${hook}` },
	});
	// Unlike the maximum that resourceUsage returns, it does not include that of the parent before the start.
	const [, kibibytes] = /^VmHWM:\s*(\d+) kB$/m.exec(await readFile(figure, 'utf8')) ?? [];
	return { ...ended, memory: Number(kibibytes) * 1024 };
}

describe.runIf(process.platform === 'linux')('seedtop import', () => {
	beforeAll(async () => {
		service = await runService();
		folder = await makeFolder();
		({ memory: least } = await measured('qbittorrent', statePath('qbittorrent-database')));
	});

	test('reads a database of 160 MiB row by row', async () => {
		// A hash of 20 bytes for each piece makes a .torrent of 1 MiB.
		const { bytes } = writeSparseTorrent(folder, 'large.bin', { length: 820 * MIB, pieceLength: 16_384 });
		const database = new DatabaseSync(join(folder, 'torrents.db'));
		database.exec(
			'CREATE TABLE torrents (id INTEGER PRIMARY KEY, queue_position, torrent_id, libtorrent_resume_data, metadata)',
		);
		const insert = database.prepare(
			"INSERT INTO torrents VALUES (?, 0, ?, CAST('d9:save_path4:/srve' AS BLOB), ?)",
		);
		for (let id = 0; id < 160; id++) insert.run(id, String(id), bytes);
		database.close();
		const { code, out, memory } = await measured('qbittorrent', folder);
		expect(code).toBe(0);
		expect(out.split('\n')).toHaveLength(161);
		expect(memory - least).toBeLessThan(MAX_MORE_BYTES);
	});

	test('refuses a list of deluge whose values take too much memory', async () => {
		await mkdir(join(folder, 'state'));
		await writeFile(join(folder, 'state/torrents.state'), `\x80\x02${'}'.repeat(6_000_000)}.`, 'latin1');
		const { code, err, memory } = await measured('deluge', folder);
		expect(code).toBe(1);
		expect(err).toContain(pickleText.tooLarge);
		expect(memory - least).toBeLessThan(MAX_MORE_BYTES);
	});
});
