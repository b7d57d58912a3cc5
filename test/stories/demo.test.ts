import { readdirSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cli, type TemporaryFolder, temporaryFolder } from '../programs/service-process.ts';
import { digests } from '../programs/torrents.ts';
import { until } from '../programs/until.ts';
import { Session } from '../terminal/pty.ts';

let folder: TemporaryFolder;
let session: Session;

beforeEach(async () => {
	folder = await temporaryFolder();
	session = new Session(`'${process.execPath}' '${cli}' demo; echo "code=$?"; stty -a; read -r`, {
		columns: 120,
		rows: 30,
		// Folder in which the demo would leave files.
		env: { TMPDIR: folder.path, HOME: folder.path },
	});
});

afterEach(async () => {
	session.kill();
	await folder.remove();
});

/** Returns the processes of the demo: those whose command line or folder is below ours. */
function processes(): string[] {
	return readdirSync('/proc')
		.filter((pid) => /^\d+$/.test(pid))
		.flatMap((pid) => {
			try {
				const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
				const environment = readFileSync(`/proc/${pid}/environ`, 'utf8');
				const ours = environment.includes(`TMPDIR=${folder.path}\0`) && command.includes('dist/');
				return ours && !command.startsWith('bash') ? [`${pid} ${command}`] : [];
			} catch {
				return []; // It ended during the check.
			}
		});
}

const progressOf = (name: string) =>
	new RegExp(`${name} .* (\\d+\\.\\d)%`).exec(session.emulator.text())?.[1];

test('the demo shows real transfers, and leaves no files or processes', async () => {
	await session.shows(/slow-archive\.tar +DOWNLOADING/);
	const first = progressOf('slow-archive\\.tar');
	await until(() => {
		const later = progressOf('slow-archive\\.tar');
		return first !== undefined && later !== undefined && Number(later) > Number(first);
	});
	const seeding = () => session.emulator.rows().filter((row) => /\S +SEEDING +\S+ +100%/.test(row));
	await until(() => seeding().length >= 3, { timeoutMs: 60_000, seen: () => session.emulator.text() });
	await session.shows(/blocked-by-a-folder\.bin +STOPPED_ON_ERROR/);
	await session.shows(/nobody-has-this\.bin +DOWNLOADING/);
	await session.shows('世界の名前');

	// Downloaded data equals the seeded data, byte for byte.
	const [demo = ''] = await readdir(folder.path);
	const source = join(folder.path, demo, 'swarm', 'data');
	const complete = seeding().map((row) => row.slice(0, 12).trim());
	const roots = (await readdir(source)).filter((root) =>
		complete.some((name) => root.startsWith(name.slice(0, 5))),
	);
	expect(roots.length).toBeGreaterThanOrEqual(3);
	for (const root of roots) {
		const files = await filesBelow(join(source, root));
		const paths = files.length === 0 ? [root] : files.map((file) => join(root, file));
		expect(await digests(join(folder.path, demo, 'downloads'), paths)).toEqual(await digests(source, paths));
	}

	session.type('q');
	await session.shows('code=0');
	expect(session.emulator.onAlternateScreen).toBe(false);
	expect(session.mode(25)).toBe(true);
	await session.shows(/[^-]icanon/);
	expect(await readdir(folder.path)).toEqual([]);
	await until(() => processes().length === 0, { seen: () => processes().join('\n') });
});

test('a killed demo leaves no files or processes either', async () => {
	await session.shows(/slow-archive\.tar +DOWNLOADING/);
	expect(await readdir(folder.path)).toHaveLength(1);
	process.kill(session.childPid(), 'SIGKILL');
	await until(() => processes().length === 0, { seen: () => processes().join('\n') });
	await until(async () => (await readdir(folder.path)).length === 0);
});

/** Returns the paths of the files below a folder; empty for a file. */
async function filesBelow(path: string): Promise<string[]> {
	try {
		const entries = await readdir(path, { recursive: true, withFileTypes: true });
		return entries
			.filter((entry) => entry.isFile())
			.map((entry) => join(entry.parentPath, entry.name).slice(path.length + 1));
	} catch (error) {
		if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR') return [];
		throw error;
	}
}
