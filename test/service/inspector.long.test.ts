import { expect, onTestFinished, test } from 'vitest';
import { makeFolder } from '../fixtures/folder.ts';
import { startService } from '../programs/service-process.ts';

import { accepts, inspectorPorts } from './inspector-ports.ts';

test('an inspector that the user asked for stays open', async () => {
	const service = await startService(await makeFolder(), [], undefined, {
		NODE_OPTIONS: '--inspect=127.0.0.1:0',
	});
	onTestFinished(() => service.end());
	const [port = 0] = inspectorPorts(service.output());
	expect(await accepts(port)).toBe(true);
});
