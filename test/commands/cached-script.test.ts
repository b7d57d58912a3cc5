import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CachedScript } from '../../source/commands/cockpit/cached-script.ts';
import { CodeCache } from '../../source/commands/cockpit/code-cache.ts';
import { type TemporaryFolder, temporaryFolder } from '../programs/temporary-folder.ts';

let folder: TemporaryFolder;

beforeAll(async () => {
	folder = await temporaryFolder();
});
afterAll(() => folder.remove());

test('a script runs with its packages, and its code is saved once', () => {
	const path = join(folder.path, 'script.js');
	writeFileSync(
		path,
		"(function (module, require, importMeta) { module.exports.name = require('a') + importMeta.url; })",
	);
	const url = pathToFileURL(path);
	const caches = join(folder.path, 'caches');
	const load = () => new CachedScript(url, new CodeCache(caches, 'script', 'aa11'));
	const first = load();
	expect(first.run({ name: '' }, (id) => `${id} `).name).toBe(`a ${url.href}`);
	first.save();
	const [file = ''] = readdirSync(caches);
	const saved = statSync(join(caches, file)).ino;
	const second = load();
	expect(second.run({ name: '' }, () => 'b ').name).toBe(`b ${url.href}`);
	second.save();
	expect(statSync(join(caches, file)).ino).toBe(saved);
});
