import { join } from 'node:path';
import { expect, test } from 'vitest';
import { digests } from '../programs/torrents.ts';
import { diskFaultScene, mountedFolder } from './disk-faults-scene.ts';

test('a full disk stops one download while another continues; with free space the first is completed', async (context) => {
	const { service, root, data, torrentOf, reach, order } = await diskFaultScene(['full', 'beside full']);
	const [bad, good] = [torrentOf('full'), torrentOf('beside full')];
	const small = mountedFolder(join(root, 'small'), 1, context);
	await service.client().addDownload({ body: { uri: bad.path, destination: small.path } });
	await service.client().addDownload({ body: { uri: good.path } });
	expect((await reach(bad, 'STOPPED_ON_ERROR')).error).toBe(
		`cannot write ${join(small.path, 'full', 'x.bin')}: no space is left on the disk`,
	);
	await reach(good, 'SEEDING');
	small.remount('size=20m');
	await order(bad, 'resume');
	expect(await reach(bad, 'SEEDING')).toMatchObject({ error: '', progress: 1 });
	expect(await digests(small.path, bad.files)).toEqual(await digests(data, bad.files));
});
