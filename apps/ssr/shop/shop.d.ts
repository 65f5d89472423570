export interface Product {
  id: number;
  name: string;
  text: string;
  cents: number;
  stock: number;
  sale: boolean;
  tags: string[];
}
export function listProducts(): { at: number; products: Product[] };
export function findProduct(id: string): Promise<{ at: number; product: Product | null }>;
export function search(query: string): { at: number; query: string };
export function classOf(product: Product): string;
export function priceOf(product: Product): string;
export function stockOf(product: Product): string;
