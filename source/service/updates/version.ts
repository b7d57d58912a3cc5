/** A version as in Semantic Versioning 2.0.0. Build metadata is not kept, because it has no precedence. */
export interface Version {
	/** Without a leading v. */
	readonly text: string;
	readonly numbers: readonly [number, number, number];
	/** Identifiers of a pre-release, e.g. rc and 1. Empty for a release. */
	readonly preRelease: readonly string[];
}

const MAX_CHARACTERS = 64;
const pattern =
	/^v?((\d{1,9})\.(\d{1,9})(?:\.(\d{1,9}))?(?:-([0-9a-z-]+(?:\.[0-9a-z-]+)*))?)(?:\+[0-9a-z.-]+)?$/i;

/** Parses a version, as in '1.2.3', 'v1.2' or '1.2.3-rc.1'. Returns undefined if it is none. */
export function parseVersion(written: string): Version | undefined {
	if (written.length > MAX_CHARACTERS) return undefined;
	const [, text, major, minor, patch = '0', preRelease = ''] = pattern.exec(written.trim()) ?? [];
	if (text === undefined) return undefined;
	return {
		text,
		numbers: [Number(major), Number(minor), Number(patch)],
		preRelease: preRelease === '' ? [] : preRelease.split('.'),
	};
}

/** Whether a version has a higher precedence than another one. */
export function isNewer(version: Version, other: Version): boolean {
	for (const [index, number] of version.numbers.entries()) {
		const difference = number - (other.numbers[index] ?? 0);
		if (difference !== 0) return difference > 0;
	}
	return comparePreReleases(version.preRelease, other.preRelease) > 0;
}

function comparePreReleases(one: readonly string[], two: readonly string[]): number {
	// A release is newer than its pre-releases.
	if (one.length === 0 || two.length === 0) return two.length - one.length;
	for (const [index, identifier] of one.entries()) {
		const other = two[index];
		if (other === undefined) return 1;
		const difference = compareIdentifiers(identifier, other);
		if (difference !== 0) return difference;
	}
	return one.length - two.length;
}

/** Numbers are lower than words. */
function compareIdentifiers(one: string, two: string): number {
	const [isNumber, otherIsNumber] = [/^\d+$/.test(one), /^\d+$/.test(two)];
	if (isNumber && otherIsNumber) return Number(one) - Number(two);
	if (isNumber !== otherIsNumber) return isNumber ? -1 : 1;
	if (one === two) return 0;
	return one < two ? -1 : 1;
}
