import { describe, expect, test } from 'vitest';
import { exitCodes } from '../../source/commands/output/failure.ts';
import { changeSettingsText } from '../../source/commands/settings/change-settings.ts';
import { run } from '../commands/program.ts';
import { runForeign } from '../fixtures/foreign-service.ts';
import { dialects } from './foreign/dialects.ts';

const releases = dialects.filter(({ family }) => family === '8.x').map(({ name }) => name);

describe.each(releases)('settings of %s', (name) => {
	test('are shown and changed by command, and only changed ones are sent', async () => {
		const { url, dialect, server } = await runForeign(name);
		const flags = ['--url', url, '--api-key', dialect.key ?? ''];
		const shown = await run(['settings', ...flags]);
		expect(shown.out).toBe(
			'limits.download\t0\nlimits.upload\t0\nseeding.mode\tforever\nseeding.ratio\t2\nseeding.minutes\t1\n',
		);
		const words = ['limits.upload', '2M', 'seeding.mode', 'time', 'seeding.minutes', '90'];
		const changed = await run(['settings', 'set', ...words, ...flags]);
		expect([changed.code, changed.out]).toEqual([
			exitCodes.done,
			'limits.upload\t2097152\nseeding.mode\ttime\nseeding.minutes\t90\n',
		]);
		expect(server.bodies.map(({ text }) => text)).toEqual([
			'{"libtorrent":{"max_upload_rate":2097152,"download_defaults":{"seeding_mode":"time","seeding_time":5400}}}',
		]);
		const unknown = await run(['settings', 'set', 'queue.active_seeds', '3', ...flags]);
		expect(unknown.code).toBe(exitCodes.usage);
		expect(unknown.err).toContain(changeSettingsText.unknown('queue.active_seeds', []).split('.')[0]);
		expect(server.bodies).toHaveLength(1);
	});
});
