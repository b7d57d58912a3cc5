import { sanitize } from '../../format/sanitize.ts';
import type { DeclaredAsset } from '../../protocol/resources/market.ts';
import { marketText } from '../../service/market/host/market-text.ts';
import { isNotFound, usage } from '../declaration/failure.ts';
import type { Call } from '../service-command/service-command.ts';

/** The assets that a service declares, by name. */
export type DeclaredAssets = ReadonlyMap<string, DeclaredAsset>;

const MAX_NAME_CHARACTERS = 40;

/** Returns the name of an asset for a message. Sanitized. */
export const shortName = (asset: string): string => sanitize(asset, MAX_NAME_CHARACTERS);

/** Returns the assets of a service. Only our own service reports them: undefined for others. */
export async function readAssets({ client, limits }: Call): Promise<DeclaredAssets | undefined> {
	try {
		const { assets } = await client.listAssets({}, limits);
		return new Map(assets.map((asset) => [asset.name, asset]));
	} catch (error) {
		if (isNotFound(error)) return undefined;
		throw error;
	}
}

/** Fails if the assets are known, and this one is not declared. */
export function assertDeclared(asset: string, assets: DeclaredAssets | undefined): void {
	if (!assets || assets.has(asset)) return;
	const names = [...assets.keys()].map(shortName);
	throw usage(
		names.length === 0
			? marketText.noAssets
			: marketText.unknownAsset(JSON.stringify(shortName(asset)), names),
	);
}

/** Fails if both assets are the same. */
export function assertDifferent(first: string, second: string): void {
	if (first === second) throw usage(marketText.sameAsset);
}
