import { describe, expect, test } from 'vitest';
import { createClient } from '../../source/client/client.ts';
import { VerifiedChanges } from '../../source/client/verified-changes.ts';
import { dialects } from './foreign/dialects.ts';
import { nested, single } from './foreign/world/torrents.ts';
import { added, downloadIn, type ForeignContext, reached, withForeign } from './foreign-cases/context.ts';

const params = { infohash: nested.infohash };
const changesIn = ({ server }: Pick<ForeignContext, 'server'>) =>
	server.bodies.map(({ text }) => text).filter((text) => !text.includes('uri'));

describe.each(dialects.filter(({ missingFolder }) => missingFolder !== undefined))(
	'a move of data in $name',
	(dialect) => {
		test('is requested as the service knows it, and shown', async () => {
			await withForeign(dialect, async (context) => {
				await added(context);
				await reached(context, 'SEEDING');
				await context.client.verified.move(nested.infohash, '/srv/moved/');
				await reached(context, 'SEEDING');
				expect(await downloadIn(context)).toMatchObject({ destination: '/srv/moved/' });
				expect(changesIn(context)).toEqual(['{"state":"move_storage","dest_dir":"/srv/moved/"}']);
			});
		});

		test('into a missing folder fails with the reason, and changes nothing', async () => {
			await withForeign(dialect, async (context) => {
				await added(context);
				await reached(context, 'SEEDING');
				await expect(context.client.verified.move(nested.infohash, '/nowhere')).rejects.toMatchObject({
					kind: 'refused',
					message: 'Target directory (/nowhere) does not exist',
				});
				expect(await downloadIn(context)).toMatchObject({ destination: '/srv/complete' });
			});
		});

		test('that the service accepts and does not make is an error', async () => {
			await withForeign(dialect, async (context) => {
				await added(context);
				context.world.ignoresMoves = true;
				const { server } = context;
				const client = createClient({ url: server.url, apiKey: dialect.key, generation: 'B' });
				const move = new VerifiedChanges(client, 300).move(nested.infohash, '/srv/moved');
				await expect(move).rejects.toMatchObject({ kind: 'ignored' });
				await client.close();
			});
		});

		test('that the service makes to the target of a link is no error', async () => {
			await withForeign(dialect, async (context) => {
				await added(context);
				await reached(context, 'SEEDING');
				context.world.linkedFolder = '/srv/target';
				const before = await context.client.verified.move(nested.infohash, '/srv/link');
				expect(before).toBe('/srv/complete');
				await reached(context, 'SEEDING');
				expect(await downloadIn(context)).toMatchObject({ destination: '/srv/target' });
			});
		});

		test('cannot be cancelled, and no request for it is sent', async () => {
			await withForeign(dialect, async (context) => {
				await added(context);
				await expect(context.client.cancelMove({ params })).rejects.toMatchObject({ kind: 'absent' });
				expect(context.server.requests.some((request) => request.includes('/move'))).toBe(false);
			});
		});
	},
);

describe.each(dialects.filter(({ missingFolder }) => missingFolder === undefined))(
	'a move of data in $name',
	(dialect) => {
		test('is absent, and no request for it is sent', async () => {
			await withForeign(dialect, async (context) => {
				await added(context);
				await expect(context.client.verified.move(nested.infohash, '/srv/moved')).rejects.toMatchObject({
					kind: 'absent',
				});
				expect(changesIn(context)).toEqual([]);
			});
		});
	},
);

describe.each(dialects.filter(({ queues }) => queues))('the queue in $name', (dialect) => {
	test('has the requested order', async () => {
		await withForeign(dialect, async (context) => {
			const { client, world } = context;
			const order = [await added(context), await added(context, 'single'), await added(context, 'magnet')];
			for (const [place, infohash] of order.entries()) {
				const download = world.downloads.get(infohash);
				if (download) download.place = place;
			}
			const places = async () => {
				const { downloads } = await client.listDownloads();
				return downloads.map(({ queue_position }) => queue_position);
			};
			const targets = [
				['queue_bottom', [2, 0, 1]],
				['queue_up', [1, 0, 2]],
				['queue_top', [0, 1, 2]],
				['queue_up', [0, 1, 2]],
				['queue_down', [1, 0, 2]],
				[2, [2, 0, 1]],
				[9, [2, 0, 1]],
			] as const;
			for (const [target, expected] of targets) {
				await client.verified.moveInQueue(nested.infohash, target);
				expect(await places()).toEqual(expected);
			}
			expect(changesIn(context)).toContain('{"queue_position":"queue_bottom"}');
		});
	});
});

describe.each(dialects.filter(({ family }) => family !== 'document'))('the queue in $name', (dialect) => {
	test('has no place for an unmanaged download, and no request for one is sent', async () => {
		await withForeign(dialect, async (context) => {
			await added(context, 'single');
			const move = context.client.verified.moveInQueue(single.infohash, 'queue_top');
			await expect(move).rejects.toMatchObject({ kind: 'absent' });
			expect(changesIn(context)).toEqual([]);
		});
	});
});
