import { beforeAll, expect, test } from 'vitest';
import { notFoundHints } from '../../source/client/http/errors.ts';
import { limitOptionText } from '../../source/commands/downloads/properties.ts';
import { queueText } from '../../source/commands/queue/place.ts';
import { UNLIMITED } from '../../source/format/own-limit.ts';
import { settingKindText } from '../../source/settings/kinds.ts';
import { downloadsOf, runService, type TestService } from '../fixtures/service.ts';
import { makeTorrent } from '../programs/torrents.ts';
import { runHere } from './run-here.ts';

let service: TestService;

beforeAll(async () => {
	service = await runService();
	const { path } = await makeTorrent(service.downloadFolder, 'film', { 'film.bin': 40_000 });
	await service.client().addDownload({ body: { uri: path } });
});

const command = (...words: string[]) => runHere([...words, '--state-dir', service.stateFolder]);

test('limit and label accept rates with units, bare KiB and none', async () => {
	for (const [given, rate] of [
		['500K', 512_000],
		['2M', 2_097_152],
		['300', 307_200],
		['none', UNLIMITED],
	] as const) {
		expect((await command('limit', 'film', '--down', given)).code, given).toBe(0);
		expect((await downloadsOf(service))[0]?.max_download_speed).toBe(rate);
	}
	const refused = await command('limit', 'film', '--up', 'fast');
	expect(refused).toMatchObject({ code: 2, err: expect.stringContaining(limitOptionText.rate('--up')) });
	expect((await command('label', 'add', 'films', '--up', '1.5M')).code).toBe(0);
	const { labels } = await service.client().listLabels({});
	expect(labels[0]).toMatchObject({ name: 'films', max_upload_speed: 1_572_864 });
});

test('label and queue without a verb list', async () => {
	expect((await command('label', 'set', 'films', 'film')).code).toBe(0);
	expect((await command('label')).out).toBe((await command('label', 'ls')).out);
	expect((await command('queue')).out).toContain('\tfilm\t');
	const refused = await command('queue', 'move', 'first', 'film');
	expect(refused).toMatchObject({
		code: 2,
		err: expect.stringContaining(queueText.place('first', ['top', 'up', 'down', 'bottom'])),
	});
});

test('settings set accepts name=value, and shows 0 as no limit', async () => {
	const set = await command('settings', 'set', 'queue.active_downloads=3', 'seeding.ratio', '2');
	expect(set).toMatchObject({ code: 0, out: 'queue.active_downloads\t3\nseeding.ratio\t2\n' });
	const none = await command('settings', 'set', `queue.active_downloads=${settingKindText.noLimit}`);
	expect(none.out).toBe('queue.active_downloads\t0\n');
	expect((await command('settings', 'set', 'nosuch=1')).err).toContain('nosuch');
});

test('an unknown label does not look like a missing feature', async () => {
	const refused = await command('label', 'remove', 'nosuch');
	expect(refused.code).toBe(5);
	expect(refused.err).toContain(notFoundHints.item);
	expect(refused.err).not.toContain(notFoundHints.unsure);
});
