import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { demoText } from '../../../source/demo/messages.ts';
import { startSwarm } from '../../../source/demo/start.ts';
import { swarmEntry } from '../swarms.ts';

test('a folder of another program is refused', async () => {
	const refused = startSwarm({ entry: swarmEntry, folder: tmpdir(), log: () => {} });
	await expect(refused).rejects.toThrow(demoText.wrongFolder(tmpdir()));
});
