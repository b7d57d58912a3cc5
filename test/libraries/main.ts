/**
 * Tries libraries that seedtop does not use and prints the facts that docs/architecture/dependencies.md gives as reasons:
 * npx tsx test/libraries/main.ts [name…]. Installs the packages from npm into a temporary folder.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bencode } from './bencode.ts';
import { ini } from './ini.ts';
import { inkTable } from './ink-table.ts';
import { json } from './json.ts';
import { magnetUri } from './magnet-uri.ts';
import { patterns } from './patterns.ts';

const names = process.argv.slice(2);
for (const trial of [bencode, ini, inkTable, json, magnetUri, patterns]) {
	if (names.length > 0 && !names.includes(trial.name)) continue;
	const folder = mkdtempSync(join(tmpdir(), 'seedtop-trial-'));
	try {
		writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
		execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--silent', ...trial.packages], {
			cwd: folder,
		});
		// An ES module of the folder resolves by the conditions of imports.
		const loader = join(folder, 'loader.js');
		writeFileSync(loader, 'export default (name) => import(name);');
		const { default: load }: { default: (name: string) => Promise<unknown> } = await import(
			pathToFileURL(loader).href
		);
		const require = createRequire(loader);
		const versions = trial.packages.map((one) => one.slice(0, one.lastIndexOf('@')));
		const installed = versions.map((name) => `${name} ${versionOf(require, name)}`).join(', ');
		const facts = await trial.run(load);
		process.stdout.write(`${[`${trial.name} (${installed})`, ...facts].join('\n  ')}\n`);
	} finally {
		rmSync(folder, { recursive: true });
	}
}

function versionOf(require: NodeJS.Require, name: string): string {
	const paths = require.resolve.paths(name) ?? [];
	const { version }: { version: string } = require(join(paths[0] ?? '', name, 'package.json'));
	return version;
}
