import { Parser } from 'htmlparser2';
import { feedLimits } from '../limits.ts';
import type { FeedDocument, ParsedItem } from './feed-document.ts';
import { ItemBuilder, titleOf } from './item-builder.ts';
import { decoderOf, ENCODING_BYTES } from './text-encoding.ts';

export const feedParserText = {
	notFeed: 'the document is no RSS or Atom feed',
	cutOff: 'the document is damaged or cut off: no item of it is complete',
	manyAttributes: 'an element of the document has too many attributes',
	tooDeep: 'the document is nested too deeply',
} as const;

/** Bytes that are decoded at a time. */
const STEP_BYTES = 64 * 1024;

type Attributes = Readonly<Record<string, string>>;

/**
 * Reads a feed as its bytes arrive: RSS 0.9x, 1.0 and 2.0, and Atom. Elements and attributes are recognized by their
 * local names, because many feeds do not declare their prefixes. Entities of a DTD are not expanded, and no other
 * document is read.
 */
export class FeedParser {
	readonly #contentType: string;
	readonly #parser: Parser;
	/** First bytes, until there are enough to find the encoding. Undefined after that. */
	#head: Uint8Array | undefined = new Uint8Array();
	#decoder = new TextDecoder();
	/** Local names of the open elements. */
	readonly #path: string[] = [];
	/** Text of the innermost element. */
	#text = '';
	/** Number of attributes of the current tag. */
	#attributes = 0;
	#isFeed = false;
	#title = '';
	#ttlMinutes: number | undefined;
	#item: ItemBuilder | undefined;
	/** Number of open elements outside of the current item. */
	#itemDepth = 0;
	readonly #items: ParsedItem[] = [];

	/** `contentType`: header of the response. */
	constructor(contentType: string) {
		this.#contentType = contentType;
		this.#parser = new Parser(
			{
				onopentagname: () => {
					this.#attributes = 0;
				},
				onattribute: () => {
					this.#attributes += 1;
					if (this.#attributes > feedLimits.maxAttributes) throw new Error(feedParserText.manyAttributes);
				},
				onopentag: (name, attributes) => this.#open(localName(name), attributes),
				ontext: (text) => {
					if (this.#text.length < feedLimits.maxText)
						this.#text += text.slice(0, feedLimits.maxText - this.#text.length);
				},
				onclosetag: (name) => this.#close(localName(name)),
			},
			{ xmlMode: true },
		);
	}

	/** Reads the next bytes. Returns false if no more are needed. Throws if the document cannot be a feed. */
	write(bytes: Uint8Array): boolean {
		if (this.#head) {
			this.#head = Buffer.concat([this.#head, bytes]);
			if (this.#head.length < ENCODING_BYTES) return true;
			return this.#start(this.#head);
		}
		return this.#decode(bytes);
	}

	/** Returns the feed after the last bytes. A document that is cut off has the items before that. */
	end(): FeedDocument {
		if (this.#head) this.#start(this.#head);
		// The end of the parser would close open elements, and so complete an item that is cut off.
		if (!this.#isFeed) throw new Error(feedParserText.notFeed);
		if (this.#items.length === 0 && this.#path.length > 0) throw new Error(feedParserText.cutOff);
		return { title: this.#title, ttlMinutes: this.#ttlMinutes, items: this.#items };
	}

	get #isFull(): boolean {
		return this.#items.length >= feedLimits.maxItems;
	}

	#start(head: Uint8Array): boolean {
		this.#head = undefined;
		this.#decoder = decoderOf(head, this.#contentType);
		return this.#decode(head);
	}

	#decode(bytes: Uint8Array): boolean {
		for (let at = 0; at < bytes.length && !this.#isFull; at += STEP_BYTES)
			this.#parser.write(this.#decoder.decode(bytes.subarray(at, at + STEP_BYTES), { stream: true }));
		return !this.#isFull;
	}

	#open(name: string, attributes: Attributes): void {
		this.#text = '';
		if (this.#path.push(name) > feedLimits.maxDepth) throw new Error(feedParserText.tooDeep);
		if (!this.#isFeed && name !== 'rss' && name !== 'rdf' && name !== 'feed')
			throw new Error(feedParserText.notFeed);
		this.#isFeed = true;
		if (!this.#item && !this.#isFull && (name === 'item' || name === 'entry')) {
			this.#item = new ItemBuilder();
			this.#itemDepth = this.#path.length;
			// RSS 1.0 has no other id.
			this.#item.about(localAttributes(attributes).get('about') ?? '');
		} else if (this.#item) addAttributes(this.#item, name, localAttributes(attributes));
	}

	#close(name: string): void {
		const text = this.#text.trim();
		this.#text = '';
		const depth = this.#path.length;
		this.#path.pop();
		if (!this.#item) this.#addToFeed(name, text);
		else if (depth > this.#itemDepth) addText(this.#item, name, text, depth - this.#itemDepth);
		else {
			if (!this.#isFull) this.#items.push(this.#item.build());
			this.#item = undefined;
		}
	}

	#addToFeed(name: string, text: string): void {
		const parent = this.#path.at(-1);
		if (parent !== 'channel' && parent !== 'feed') return;
		if (name === 'title' && this.#title === '') this.#title = titleOf(text);
		if (name === 'ttl' && /^\d{1,6}$/.test(text)) this.#ttlMinutes = Number(text);
	}
}

/** Reads addresses and values in attributes. */
function addAttributes(item: ItemBuilder, name: string, attributes: ReadonlyMap<string, string>): void {
	const value = (attribute: string) => attributes.get(attribute);
	switch (name) {
		case 'enclosure':
			item.address(value('url') ?? value('resource'), value('type'), value('length'));
			break;
		case 'content':
			item.address(value('url'), value('type'), value('filesize'));
			break;
		case 'link':
			if (['alternate', 'enclosure'].includes(value('rel') ?? 'alternate'))
				item.address(value('href'), value('type'), value('length'));
			break;
		case 'attr':
			addExtension(item, value('name')?.toLowerCase() ?? '', value('value') ?? '');
			break;
	}
}

/** Reads the text of an element. `level`: 1 for a child of the item. */
function addText(item: ItemBuilder, name: string, text: string, level: number): void {
	if (text === '') return;
	addExtension(item, name, text);
	// Deeper ones belong to other things, e.g. to an author or a picture.
	if (level !== 1) return;
	switch (name) {
		case 'title':
			item.title(text);
			break;
		case 'guid':
		case 'id':
			item.id(text);
			break;
		case 'link':
			item.address(text);
			break;
		case 'pubdate':
		case 'published':
		case 'date':
		case 'updated':
			item.published(text);
			break;
	}
}

/** Reads elements of the namespace 'torrent', and attributes of search programs with the same meaning. */
function addExtension(item: ItemBuilder, name: string, text: string): void {
	switch (name) {
		case 'infohash':
		case 'info_hash':
			item.infohash(text);
			break;
		case 'magneturi':
		case 'magneturl':
			item.address(text);
			break;
		case 'contentlength':
		case 'size':
			item.size(text);
			break;
	}
}

function localAttributes(attributes: Attributes): ReadonlyMap<string, string> {
	return new Map(Object.entries(attributes).map(([name, value]) => [localName(name), value]));
}

function localName(name: string): string {
	return name.slice(name.lastIndexOf(':') + 1).toLowerCase();
}
