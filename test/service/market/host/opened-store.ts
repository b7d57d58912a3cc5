import { onTestFinished } from 'vitest';
import { MarketStore } from '../../../../source/service/market/host/market-store.ts';
import { openDatabase } from '../../../../source/service/storage/database.ts';
import { temporaryFolder } from '../../../programs/temporary-folder.ts';

/** Returns a folder that is removed at the end of the test. */
export async function folderOfTest(): Promise<string> {
	const folder = await temporaryFolder();
	onTestFinished(() => folder.remove());
	return folder.path;
}

/** Opens the store of a state folder until the end of the test. */
export function openStore(folder: string) {
	const database = openDatabase(folder);
	onTestFinished(() => database.close());
	return { store: new MarketStore(database), database };
}
