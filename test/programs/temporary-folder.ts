import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TemporaryFolder {
	readonly path: string;
	remove(): Promise<void>;
}

export async function temporaryFolder(): Promise<TemporaryFolder> {
	const path = await mkdtemp(join(tmpdir(), 'seedtop-test-'));
	return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 5 }) };
}
