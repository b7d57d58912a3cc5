import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService } from '../programs/service-process.ts';
import { type TemporaryFolder, temporaryFolder } from '../programs/temporary-folder.ts';
import { Session } from '../terminal/pty.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
let folder: TemporaryFolder;

beforeAll(async () => {
	folder = await temporaryFolder();
});

afterAll(async () => {
	await folder.remove();
});

/** Runs npm without a cache and without the environment of the npm that runs these tests. */
function freshNpm(...parameters: string[]): Promise<{ stdout: string; stderr: string }> {
	const inherited = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name));
	const env = { ...Object.fromEntries(inherited), npm_config_cache: join(folder.path, 'cache') };
	return run('npm', parameters, { cwd: root, env });
}

test('the published package installs without other packages, serves the explorer and runs the demo', async () => {
	// Without scripts: another build would remove the programs that other tests run.
	const packed = await freshNpm('pack', '--ignore-scripts', '--json', '--pack-destination', folder.path);
	const listed: unknown = JSON.parse(packed.stdout);
	const entry = Array.isArray(listed) ? listed[0] : Object.values(listed ?? {})[0];
	const documents = (await readdir(join(root, 'docs'), { recursive: true }))
		.filter((name) => name !== 'architecture')
		.sort();
	const files: string[] = entry.files.map(({ path }: { path: string }) => path);
	expect(files.filter((path) => !/^dist\/[\w-]+\.js$/.test(path)).sort()).toEqual([
		'LICENSE',
		'README.md',
		'dist/docs/swagger-ui-bundle.js',
		'dist/docs/swagger-ui.css',
		...documents.map((name) => `docs/${name}`),
		'package.json',
	]);

	const prefix = join(folder.path, 'prefix');
	await mkdir(prefix);
	await freshNpm('install', '--global', '--prefix', prefix, join(folder.path, entry.filename));
	const bin = join(prefix, 'bin', 'seedtop');
	const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
	expect((await run(bin, ['--version'])).stdout).toBe(`${version}\n`);

	const service = await startService(join(folder.path, 'service'), [], bin);
	try {
		const page = await (await fetch(`${service.url}/docs`)).text();
		const named = [...page.matchAll(/(?:src|href)="(docs\/[^"]+)"/g)].map(([, address]) => address);
		expect(named).toHaveLength(3);
		for (const address of [...named, 'docs/json']) {
			const answer = await fetch(`${service.url}/${address}`);
			expect([address, answer.status, (await answer.text()).length > 100]).toEqual([address, 200, true]);
		}
	} finally {
		await service.end();
	}

	const session = new Session(`cd /; '${bin}' demo; echo "code=$?"; read -r`, {
		columns: 100,
		rows: 24,
		env: { TMPDIR: folder.path, HOME: folder.path, NODE_ENV: undefined },
	});
	try {
		await session.shows(/[▼◌] slow-archive\.tar/);
		await session.shows(/▲ single-image\.iso/);
		session.type('q');
		await session.shows('code=0');
	} finally {
		session.kill();
	}
});
