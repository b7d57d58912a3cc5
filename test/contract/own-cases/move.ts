import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { until } from '../../programs/until.ts';
import type { CaseContext } from './all.ts';

async function downloadOf({ client, infohash }: CaseContext) {
	const { downloads } = await client.listDownloads();
	return downloads.find((each) => each.infohash === infohash);
}

/** Waits until the data is in `folder` and the download seeds again. */
async function seedsIn(context: CaseContext, folder: string): Promise<void> {
	await until(async () => {
		const found = await downloadOf(context);
		return found?.destination === folder && found.status === 'SEEDING';
	});
	expect(existsSync(join(folder, 'contract/a/one.bin'))).toBe(true);
}

async function added(context: CaseContext): Promise<void> {
	await context.client.addDownload({ body: { uri: context.torrentPath, destination: context.dataFolder } });
	await seedsIn(context, context.dataFolder);
}

/** Moves of data between two folders. */
export const moveCases = {
	async moveDownload(context: CaseContext) {
		await added(context);
		const { client, dataFolder } = context;
		const destination = join(context.emptyFolder, 'moved');
		const params = { infohash: context.infohash };
		const answer = await client.moveDownload({ params, body: { destination } });
		expect(answer).toEqual({ moving: true, infohash: context.infohash });
		await seedsIn(context, destination);
		expect(existsSync(join(dataFolder, 'contract'))).toBe(false);
		expect(await downloadOf(context)).not.toHaveProperty('moving_to');
		const again = client.moveDownload({ params, body: { destination } });
		await expect(again).rejects.toMatchObject({ status: 409, code: 'MoveConflictError' });
		const relative = client.moveDownload({ params, body: { destination: 'x' } });
		await expect(relative).rejects.toMatchObject({ status: 400 });
		const unknown = { params: { infohash: '0'.repeat(40) }, body: { destination } };
		await expect(client.moveDownload(unknown)).rejects.toMatchObject({ kind: 'not-found' });
		// The request of services in the field.
		const body = { state: 'move_storage' as const, dest_dir: dataFolder };
		expect(await client.changeDownload({ params, body })).toMatchObject({ modified: true });
		await seedsIn(context, dataFolder);
		const incomplete = client.changeDownload({ params, body: { state: 'move_storage' } });
		await expect(incomplete).rejects.toMatchObject({ status: 400 });
	},

	async cancelMove(context: CaseContext) {
		await added(context);
		const params = { infohash: context.infohash };
		await expect(context.client.cancelMove({ params })).rejects.toMatchObject({
			status: 409,
			code: 'NotMovingError',
		});
		const unknown = context.client.cancelMove({ params: { infohash: '0'.repeat(40) } });
		await expect(unknown).rejects.toMatchObject({ kind: 'not-found' });
	},
};
