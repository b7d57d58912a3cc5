import { readFileSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { type MoveIntent, unfinishedMove } from '../../source/service/moving/intent.ts';
import { MoveData } from '../../source/service/moving/move-data.ts';

/**
 * Moves data as the service does, with the intent in a file. Arguments: the file of the intent, 'move' or 'back', the
 * paths of all files as JSON. It prints 'ready' before the first change and 'done' at the end.
 */
const [intentPath = '', direction = '', list = '[]'] = process.argv.slice(2);
const paths: unknown = JSON.parse(list);
if (!Array.isArray(paths)) throw new TypeError('the paths are no list');
const intent = unfinishedMove({ moving: readFileSync(intentPath, 'utf8') });
if (!intent) throw new Error('there is no unfinished move');

async function save(step: MoveIntent): Promise<void> {
	const file = await open(`${intentPath}.new`, 'w');
	await file.writeFile(JSON.stringify(step));
	await file.sync();
	await file.close();
	await rename(`${intentPath}.new`, intentPath);
}

const data = new MoveData(intent, {
	files: paths.map((path) => ({ diskPath: String(path) })),
	guard: { reasonToKeepFolder: async () => undefined },
	signal: new AbortController().signal,
	save,
	onProgress: () => {},
	window: 32 * 1024,
});
process.stdout.write('ready\n');
if (direction === 'back') await data.revert();
else await data.move();
process.stdout.write('done\n');
