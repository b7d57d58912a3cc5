import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readSmallFile } from '../../../source/client/discovery/small-file.ts';
import { temporaryFolder } from '../../programs/temporary-folder.ts';

test('a file is read without its byte order mark', async () => {
	const folder = await temporaryFolder();
	onTestFinished(() => folder.remove());
	const path = join(folder.path, 'keys.json');
	await writeFile(path, '\ufeff{"preset": "\ufeffvim"}');
	expect(await readSmallFile(path)).toEqual({ text: '{"preset": "\ufeffvim"}' });
});
