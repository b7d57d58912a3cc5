import { expect, test } from 'vitest';
import { cockpitText } from '../../source/commands/cockpit/cockpit.ts';
import { openCockpit } from '../fixtures/cockpit.ts';
import { startHere } from './run-here.ts';
import { env, other, prepareServices, replaceCore } from './two-services-scene.ts';

prepareServices();

test('logs -f follows a core to its new port', async () => {
	const log = (content: string) => {
		other.world.scripted.set('GET /debug/log', { json: { content, max_lines: 1_000 } });
	};
	log('one\n');
	const logs = startHere(['logs', '-f', '--json'], { env });
	await logs.prints('"one"');
	await replaceCore();
	log('one\ntwo\n');
	await logs.prints('"two"');
	expect(logs.objects()).toEqual([{ line: 'one' }, { line: 'two' }]);
	expect(await logs.end('SIGINT')).toMatchObject({ code: 130, err: '' });
});

test('the cockpit opens on a running core instead of starting a service, and follows it to a new port', async () => {
	const { screen, session } = await openCockpit(undefined, { columns: 100, env });
	await screen.shows(`● 127.0.0.1:${new URL(other.url).port}`);
	expect(session.bytes).not.toContain(cockpitText.started);
	await replaceCore();
	await screen.shows(`● 127.0.0.1:${new URL(other.url).port}`);
});
