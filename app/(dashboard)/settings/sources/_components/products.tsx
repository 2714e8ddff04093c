import { ButtonLink } from "#app/_ui/button-link.tsx";
import { CATALOG_PRESETS } from "#lib/contracts/catalog-presets.ts";
import { sourcesLink } from "#lib/contracts/links.ts";
import classes from "./products.module.css";

/** The products that a catalog can be, each leading to the form with its shape filled in. */
export function Products() {
  return (
    <>
      <p>Select the product. The form shows its address format and what you need.</p>
      <ul className={classes["products"]}>
        {CATALOG_PRESETS.map(({ id, product }) => (
          <li key={id}>
            <ButtonLink href={sourcesLink({ add: "catalog", product: id })}>{product}</ButtonLink>
          </li>
        ))}
        <li>
          <ButtonLink href={sourcesLink({ add: "catalog" })}>Another one</ButtonLink>
        </li>
      </ul>
    </>
  );
}
