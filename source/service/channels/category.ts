import type { ChannelFile } from './channel-registry.ts';

/** Category of torrents that the family filter leaves out. */
const ADULT_CATEGORY = 'xxx';

/** Maximum number of files that decide the category. */
const MAX_EXAMINED_FILES = 10_000;

const extensions: Readonly<Record<string, readonly string[]>> = {
	Video: 'avi divx flv m2ts m4v mkv mov mp4 mpeg mpg ogm ogv ts vob webm wmv'.split(' '),
	Audio: 'aac ac3 aiff ape flac m4a m4b mka mp3 oga ogg opus wav wma'.split(' '),
	Documents:
		'azw3 cbr cbz chm csv djvu doc docx epub fb2 htm html md mobi odp ods odt pdf ppt pptx ps rtf tex txt xls xlsx'.split(
			' ',
		),
	Compressed: '7z ace arj bz2 cab cpio deb dmg gz img iso jar lz lzma rar rpm tar tgz xz z zip zst'.split(
		' ',
	),
};
const OTHER = 'Other';

const categoryByExtension: ReadonlyMap<string, string> = new Map(
	Object.entries(extensions).flatMap(([category, list]) => list.map((each) => [each, category] as const)),
);

const adultWords = new Set(
	'blowjob creampie erotica gangbang hentai milf nsfw porn porno pornstar xxx'.split(' '),
);

/** Returns the category with the most bytes, or the adult one if the name has such a word. */
export function categoryOf(name: string, files: readonly ChannelFile[]): string {
	if (hasAdultWord(name)) return ADULT_CATEGORY;
	const sizes = new Map<string, number>();
	for (const file of files.length > 0 ? files.slice(0, MAX_EXAMINED_FILES) : [{ name, size: 0 }]) {
		const category = categoryByExtension.get(extensionOf(file.name)) ?? OTHER;
		sizes.set(category, (sizes.get(category) ?? 0) + file.size);
	}
	let largest = OTHER;
	for (const [category, size] of sizes) if (size >= (sizes.get(largest) ?? 0)) largest = category;
	return largest;
}

/** Whether the family filter leaves out a torrent or a channel. */
export function isAdult({ name, category }: { readonly name: string; readonly category?: string }): boolean {
	return category?.toLowerCase() === ADULT_CATEGORY || hasAdultWord(name);
}

function hasAdultWord(text: string): boolean {
	return text
		.toLowerCase()
		.split(/[^\p{L}\p{N}]+/u)
		.some((word) => adultWords.has(word));
}

function extensionOf(name: string): string {
	return /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
}
