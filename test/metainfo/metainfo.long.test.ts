import { expect, test } from 'vitest';
import { MetainfoError } from '../../source/metainfo/error.ts';
import { parseTorrent } from '../../source/metainfo/metainfo.ts';
import { hostileFiles } from './hostile-files.ts';

test('parseTorrent rejects large hostile files', () => {
	for (const bytes of hostileFiles(15 * 1024 * 1024))
		expect(() => parseTorrent(bytes)).toThrow(MetainfoError);
});
