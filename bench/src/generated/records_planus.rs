pub use root::*;

const _: () = ::planus::check_version_compatibility("planus-1.3.0");


/// The root namespace
/// 
/// Generated from these locations:
/// * File `schema/records.fbs`
#[no_implicit_prelude]
#[allow(clippy::needless_lifetimes)]
mod root {
/// The namespace `records`
/// 
/// Generated from these locations:
/// * File `schema/records.fbs`
pub mod records {
/// The struct `Record` in the namespace `records`
/// 
/// Generated from these locations:
/// * Struct `Record` in the file `schema/records.fbs:3`
#[derive(Copy, Clone, Debug, PartialEq, PartialOrd,

Default, 
::serde::Serialize, ::serde::Deserialize
)]
pub struct Record {
    
        /// The field `number` in the struct `Record`
        pub number: i64,
    
        /// The field `byte` in the struct `Record`
        pub byte: u8,
    
        /// The field `float` in the struct `Record`
        pub float: f64,
    
}

/// # Safety
/// The Planus compiler correctly calculates `ALIGNMENT` and `SIZE`.
unsafe impl ::planus::Primitive for Record {
    const ALIGNMENT: usize = 8;
    const SIZE: usize = 24;
}

#[allow(clippy::identity_op)]
impl ::planus::WriteAsPrimitive<Record> for Record {
    #[inline]
    fn write<const N: usize>(&self, cursor: ::planus::Cursor<'_, N>, buffer_position: u32) {
        let (cur, cursor) = cursor.split::<8 , 16>();
            self.number.write(cur, buffer_position - 0);let (cur, cursor) = cursor.split::<1 , 15>();
            self.byte.write(cur, buffer_position - 8);let cursor = cursor.write::<7, 8>([0; 7]);let (cur, cursor) = cursor.split::<8 , 0>();
            self.float.write(cur, buffer_position - 16);
        cursor.finish([]);
    }
}

impl ::planus::WriteAsOffset<Record> for Record {
    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Record> {
        unsafe {
            builder.write_with(
                24,
                7,
                |buffer_position, bytes| {
                    let bytes = bytes.as_mut_ptr();

                    ::planus::WriteAsPrimitive::write(
                        self,
                        ::planus::Cursor::new(&mut *(bytes as *mut [::core::mem::MaybeUninit<u8>; 24])),
                        buffer_position,
                    );
                }
            );
        }
        builder.current_offset()
    }
}

impl ::planus::WriteAs<Record> for Record {
    type Prepared = Self;
    #[inline]
    fn prepare(&self, _builder: &mut ::planus::Builder) -> Self {
        *self
    }
}

impl ::planus::WriteAsOptional<Record> for Record {
    type Prepared = Self;
    #[inline]
    fn prepare(&self, _builder: &mut ::planus::Builder) -> ::core::option::Option<Self> {
        ::core::option::Option::Some(*self)
    }
}

/// Reference to a deserialized [Record].
#[derive(Copy, Clone)]
pub struct RecordRef<'a>(::planus::ArrayWithStartOffset<'a, 24>);

impl<'a> RecordRef<'a> {
    
        /// Getter for the [`number` field](Record#structfield.number).
        pub fn number(&self) -> i64 {
            let buffer = self.0.advance_as_array::<8>(0).unwrap();
            
            i64::from_le_bytes(*buffer.as_array())
            
        }
    
        /// Getter for the [`byte` field](Record#structfield.byte).
        pub fn byte(&self) -> u8 {
            let buffer = self.0.advance_as_array::<1>(8).unwrap();
            
            u8::from_le_bytes(*buffer.as_array())
            
        }
    
        /// Getter for the [`float` field](Record#structfield.float).
        pub fn float(&self) -> f64 {
            let buffer = self.0.advance_as_array::<8>(16).unwrap();
            
            f64::from_le_bytes(*buffer.as_array())
            
        }
    
}

impl<'a> ::core::fmt::Debug for RecordRef<'a> {
    fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        let mut f = f.debug_struct("RecordRef");
        f.field("number", &self.number());f.field("byte", &self.byte());f.field("float", &self.float());
        f.finish()
    }
}

impl<'a> ::core::convert::From<::planus::ArrayWithStartOffset<'a, 24>> for RecordRef<'a> {
    fn from(array: ::planus::ArrayWithStartOffset<'a, 24>) -> Self {
        Self(array)
    }
}

impl<'a> ::core::convert::From<RecordRef<'a>> for Record {
    #[allow(unreachable_code)]
    fn from(value: RecordRef<'a>) -> Self {
        Self {
        number:
            value.number(),
            byte:
            value.byte(),
            float:
            value.float(),
            
        }
    }
}

impl<'a, 'b> ::core::cmp::PartialEq<RecordRef<'a>> for RecordRef<'b> {
    fn eq(&self, other: &RecordRef<'_>) -> bool {
        
            self.number() == other.number() && 
            self.byte() == other.byte() && 
            self.float() == other.float()
    }
}

    impl<'a, 'b> ::core::cmp::PartialOrd<RecordRef<'a>> for RecordRef<'b> {
        fn partial_cmp(&self, other: &RecordRef<'_>) -> ::core::option::Option<::core::cmp::Ordering> {
            
                match self.number().partial_cmp(&other.number()) {
                    ::core::option::Option::Some(::core::cmp::Ordering::Equal) => (),
                    o => return o,
                }
                
                match self.byte().partial_cmp(&other.byte()) {
                    ::core::option::Option::Some(::core::cmp::Ordering::Equal) => (),
                    o => return o,
                }
                
                self.float().partial_cmp(&other.float())
                
        }
    }


impl<'a> ::planus::TableRead<'a> for RecordRef<'a> {
    #[inline]
    fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
        let buffer = buffer.advance_as_array::<24>(offset)?;
        ::core::result::Result::Ok(Self(buffer))
    }
}

impl<'a> ::planus::VectorRead<'a> for RecordRef<'a> {
    const STRIDE: usize = 24;

    #[inline]
    unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> Self {
        Self(unsafe { buffer.unchecked_advance_as_array(offset) })
    }
}

/// # Safety
/// The planus compiler generates implementations that initialize
/// the bytes in `write_values`.
unsafe impl ::planus::VectorWrite<Record> for Record {
    const STRIDE: usize = 24;

    type Value = Record;

    #[inline]
    fn prepare(&self, _builder: &mut ::planus::Builder) -> Self::Value {
        *self
    }

    #[inline]
    unsafe fn write_values(
        values: &[Record],
        bytes: *mut ::core::mem::MaybeUninit<u8>,
        buffer_position: u32,
    ) {
        let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 24];
        for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
            ::planus::WriteAsPrimitive::write(
                v,
                ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                
                buffer_position - (24 * i) as u32,
                
            );
        }
    }
}

    
/// The table `Records` in the namespace `records`
/// 
/// Generated from these locations:
/// * Table `Records` in the file `schema/records.fbs:9`
#[derive(Clone, Debug, PartialEq, PartialOrd,

::serde::Serialize, ::serde::Deserialize
)]
pub struct Records{
    
        /// The field `records` in the table `Records`
        pub records: ::core::option::Option<::planus::alloc::vec::Vec<self::Record>>,}


#[allow(clippy::derivable_impls)]
impl ::core::default::Default for Records {
    fn default() -> Self {
        Self {
        records: ::core::default::Default::default(),
        
        }
    }
}


impl Records {
    /// Creates a [RecordsBuilder] for serializing an instance of this table.
    #[inline]
    pub fn builder() -> RecordsBuilder<()> {
        RecordsBuilder(())
    }

    #[allow(clippy::too_many_arguments)]
    pub fn create(
        builder: &mut ::planus::Builder,
        field_records: impl ::planus::WriteAsOptional<::planus::Offset<[self::Record]>>,
        
    ) -> ::planus::Offset<Self> {let prepared_records = field_records.prepare(builder);

        let mut table_writer: ::planus::table_writer::TableWriter::<6> = ::core::default::Default::default();
        if prepared_records.is_some() {table_writer.write_entry::<::planus::Offset<[self::Record]>>(0);}

        unsafe {
            table_writer.finish(builder, |object_writer| {if let ::core::option::Option::Some(prepared_records) = prepared_records {object_writer.write::<_, _, 4>(&prepared_records);}
                
            });
        }builder.current_offset()
    }
}

impl ::planus::WriteAs<::planus::Offset<Records>> for Records {
    type Prepared = ::planus::Offset<Self>;

    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Records> {
        ::planus::WriteAsOffset::prepare(self, builder)
    }
}

impl ::planus::WriteAsOptional<::planus::Offset<Records>> for Records {
    type Prepared = ::planus::Offset<Self>;

    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Records>> {
        ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
    }
}

impl ::planus::WriteAsOffset<Records> for Records {
    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Records> {
        Records::create(
            builder,
        
            
            &self.records,
            
        
        )
    }
}

/// Builder for serializing an instance of the [Records] type.
///
/// Can be created using the [Records::builder] method.
#[derive(Debug)]
#[must_use]
pub struct RecordsBuilder<State>(State);

impl<
    
> RecordsBuilder
<
    (
    
    )
>
{
    /// Setter for the [`records` field](Records#structfield.records).
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn records<T0>(self, value: T0) -> RecordsBuilder<(
    
        T0,
    
    )>
    where T0: ::planus::WriteAsOptional<::planus::Offset<[self::Record]>>
    {
        RecordsBuilder((
            
            value,
        ))
    }

    

    
    /// Sets the [`records` field](Records#structfield.records) to null.
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn records_as_null(self) -> RecordsBuilder<(
        
        (),
    )>
    {
        self.records(())
    }
    
}



impl<
    
        T0,
    
> RecordsBuilder<(
    
        T0,
    
)> {
    /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Records].
    #[inline]
    pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Records>
        where Self: ::planus::WriteAsOffset<Records>
    {
        ::planus::WriteAsOffset::prepare(&self, builder)
    }
}

impl<
    
        T0: ::planus::WriteAsOptional<::planus::Offset<[self::Record]>>,
    
> ::planus::WriteAs<::planus::Offset<Records>> for RecordsBuilder<(
    
        T0,
    
)> {
    type Prepared = ::planus::Offset<Records>;

    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Records> {
        ::planus::WriteAsOffset::prepare(self, builder)
    }
}

impl<
    
        T0: ::planus::WriteAsOptional<::planus::Offset<[self::Record]>>,
    
> ::planus::WriteAsOptional<::planus::Offset<Records>> for RecordsBuilder<(
    
        T0,
    
)> {
    type Prepared = ::planus::Offset<Records>;

    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Records>> {
        ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
    }
}

impl<
    
        T0: ::planus::WriteAsOptional<::planus::Offset<[self::Record]>>,
    
> ::planus::WriteAsOffset<Records> for RecordsBuilder<(
    
        T0,
    
)> {
    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Records> {
        
        let (
            
                v0,
            
        ) = &self.0;Records::create(
            builder,
            
                v0,
            
        )
    }
}

/// Reference to a deserialized [Records].
#[derive(Copy, Clone)]
pub struct RecordsRef<'a>(
    #[allow(dead_code)]
    ::planus::table_reader::Table<'a>
);

impl<'a> RecordsRef<'a> {
    
        /// Getter for the [`records` field](Records#structfield.records).
        #[inline]
        pub fn records(&self) -> ::planus::Result<::core::option::Option<::planus::Vector<'a, self::RecordRef<'a>>>> {
            
            
              
              self.0.access(0, "Records", "records")
              
            
            
            
        }
    
}

impl<'a> ::core::fmt::Debug for RecordsRef<'a> {
    fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        let mut f = f.debug_struct("RecordsRef");
        if let ::core::option::Option::Some(field_records) = self.records().transpose() {
                f.field("records", &field_records);
            }
        f.finish()
    }
}

impl<'a> ::core::convert::TryFrom<RecordsRef<'a>> for Records {
    type Error = ::planus::Error;


    #[allow(unreachable_code)]
    fn try_from(value: RecordsRef<'a>) -> ::planus::Result<Self> {

        ::core::result::Result::Ok(Self {
            records: 
                            if let ::core::option::Option::Some(records) = value.records()? {
                                ::core::option::Option::Some(records.to_vec()?)
                            } else {
                                ::core::option::Option::None
                            }
                        ,
        })
    }
}

impl<'a> ::planus::TableRead<'a> for RecordsRef<'a> {
    #[inline]
    fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
        ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
    }
}

impl<'a> ::planus::VectorReadInner<'a> for RecordsRef<'a> {
    type Error = ::planus::Error;
    const STRIDE: usize = 4;

    unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::planus::Result<Self> {
        ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| error_kind.with_error_location(
            "[RecordsRef]",
            "get",
            buffer.offset_from_start,
        ))
    }
}

/// # Safety
/// The planus compiler generates implementations that initialize
/// the bytes in `write_values`.
unsafe impl ::planus::VectorWrite<::planus::Offset<Records>> for Records {
    type Value = ::planus::Offset<Records>;
    const STRIDE: usize = 4;
    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
        ::planus::WriteAs::prepare(self, builder)
    }

    #[inline]
    unsafe fn write_values(
        values: &[::planus::Offset<Records>],
        bytes: *mut ::core::mem::MaybeUninit<u8>,
        buffer_position: u32,
    ) {
        let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
        for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
            ::planus::WriteAsPrimitive::write(
                v,
                ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                buffer_position - (Self::STRIDE * i) as u32,
            );
        }
    }
}

impl<'a> ::planus::ReadAsRoot<'a> for RecordsRef<'a> {
    fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
        ::planus::TableRead::from_buffer(::planus::SliceWithStartOffset {
            buffer: slice,
            offset_from_start: 0,
        }, 0).map_err(|error_kind| error_kind.with_error_location(
            "[RecordsRef]",
            "read_as_root",
            0,
        ))
    }
}

    
/// The table `Integers` in the namespace `records`
/// 
/// Generated from these locations:
/// * Table `Integers` in the file `schema/records.fbs:13`
#[derive(Clone, Debug, PartialEq, PartialOrd,
Eq, Ord, Hash,
::serde::Serialize, ::serde::Deserialize
)]
pub struct Integers{
    
        /// The field `integers` in the table `Integers`
        pub integers: ::core::option::Option<::planus::alloc::vec::Vec<i32>>,}


#[allow(clippy::derivable_impls)]
impl ::core::default::Default for Integers {
    fn default() -> Self {
        Self {
        integers: ::core::default::Default::default(),
        
        }
    }
}


impl Integers {
    /// Creates a [IntegersBuilder] for serializing an instance of this table.
    #[inline]
    pub fn builder() -> IntegersBuilder<()> {
        IntegersBuilder(())
    }

    #[allow(clippy::too_many_arguments)]
    pub fn create(
        builder: &mut ::planus::Builder,
        field_integers: impl ::planus::WriteAsOptional<::planus::Offset<[i32]>>,
        
    ) -> ::planus::Offset<Self> {let prepared_integers = field_integers.prepare(builder);

        let mut table_writer: ::planus::table_writer::TableWriter::<6> = ::core::default::Default::default();
        if prepared_integers.is_some() {table_writer.write_entry::<::planus::Offset<[i32]>>(0);}

        unsafe {
            table_writer.finish(builder, |object_writer| {if let ::core::option::Option::Some(prepared_integers) = prepared_integers {object_writer.write::<_, _, 4>(&prepared_integers);}
                
            });
        }builder.current_offset()
    }
}

impl ::planus::WriteAs<::planus::Offset<Integers>> for Integers {
    type Prepared = ::planus::Offset<Self>;

    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Integers> {
        ::planus::WriteAsOffset::prepare(self, builder)
    }
}

impl ::planus::WriteAsOptional<::planus::Offset<Integers>> for Integers {
    type Prepared = ::planus::Offset<Self>;

    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Integers>> {
        ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
    }
}

impl ::planus::WriteAsOffset<Integers> for Integers {
    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Integers> {
        Integers::create(
            builder,
        
            
            &self.integers,
            
        
        )
    }
}

/// Builder for serializing an instance of the [Integers] type.
///
/// Can be created using the [Integers::builder] method.
#[derive(Debug)]
#[must_use]
pub struct IntegersBuilder<State>(State);

impl<
    
> IntegersBuilder
<
    (
    
    )
>
{
    /// Setter for the [`integers` field](Integers#structfield.integers).
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn integers<T0>(self, value: T0) -> IntegersBuilder<(
    
        T0,
    
    )>
    where T0: ::planus::WriteAsOptional<::planus::Offset<[i32]>>
    {
        IntegersBuilder((
            
            value,
        ))
    }

    

    
    /// Sets the [`integers` field](Integers#structfield.integers) to null.
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn integers_as_null(self) -> IntegersBuilder<(
        
        (),
    )>
    {
        self.integers(())
    }
    
}



impl<
    
        T0,
    
> IntegersBuilder<(
    
        T0,
    
)> {
    /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Integers].
    #[inline]
    pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Integers>
        where Self: ::planus::WriteAsOffset<Integers>
    {
        ::planus::WriteAsOffset::prepare(&self, builder)
    }
}

impl<
    
        T0: ::planus::WriteAsOptional<::planus::Offset<[i32]>>,
    
> ::planus::WriteAs<::planus::Offset<Integers>> for IntegersBuilder<(
    
        T0,
    
)> {
    type Prepared = ::planus::Offset<Integers>;

    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Integers> {
        ::planus::WriteAsOffset::prepare(self, builder)
    }
}

impl<
    
        T0: ::planus::WriteAsOptional<::planus::Offset<[i32]>>,
    
> ::planus::WriteAsOptional<::planus::Offset<Integers>> for IntegersBuilder<(
    
        T0,
    
)> {
    type Prepared = ::planus::Offset<Integers>;

    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Integers>> {
        ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
    }
}

impl<
    
        T0: ::planus::WriteAsOptional<::planus::Offset<[i32]>>,
    
> ::planus::WriteAsOffset<Integers> for IntegersBuilder<(
    
        T0,
    
)> {
    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Integers> {
        
        let (
            
                v0,
            
        ) = &self.0;Integers::create(
            builder,
            
                v0,
            
        )
    }
}

/// Reference to a deserialized [Integers].
#[derive(Copy, Clone)]
pub struct IntegersRef<'a>(
    #[allow(dead_code)]
    ::planus::table_reader::Table<'a>
);

impl<'a> IntegersRef<'a> {
    
        /// Getter for the [`integers` field](Integers#structfield.integers).
        #[inline]
        pub fn integers(&self) -> ::planus::Result<::core::option::Option<::planus::Vector<'a, i32>>> {
            
            
              
              self.0.access(0, "Integers", "integers")
              
            
            
            
        }
    
}

impl<'a> ::core::fmt::Debug for IntegersRef<'a> {
    fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        let mut f = f.debug_struct("IntegersRef");
        if let ::core::option::Option::Some(field_integers) = self.integers().transpose() {
                f.field("integers", &field_integers);
            }
        f.finish()
    }
}

impl<'a> ::core::convert::TryFrom<IntegersRef<'a>> for Integers {
    type Error = ::planus::Error;


    #[allow(unreachable_code)]
    fn try_from(value: IntegersRef<'a>) -> ::planus::Result<Self> {

        ::core::result::Result::Ok(Self {
            integers: 
                            if let ::core::option::Option::Some(integers) = value.integers()? {
                                ::core::option::Option::Some(integers.to_vec()?)
                            } else {
                                ::core::option::Option::None
                            }
                        ,
        })
    }
}

impl<'a> ::planus::TableRead<'a> for IntegersRef<'a> {
    #[inline]
    fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
        ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
    }
}

impl<'a> ::planus::VectorReadInner<'a> for IntegersRef<'a> {
    type Error = ::planus::Error;
    const STRIDE: usize = 4;

    unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::planus::Result<Self> {
        ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| error_kind.with_error_location(
            "[IntegersRef]",
            "get",
            buffer.offset_from_start,
        ))
    }
}

/// # Safety
/// The planus compiler generates implementations that initialize
/// the bytes in `write_values`.
unsafe impl ::planus::VectorWrite<::planus::Offset<Integers>> for Integers {
    type Value = ::planus::Offset<Integers>;
    const STRIDE: usize = 4;
    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
        ::planus::WriteAs::prepare(self, builder)
    }

    #[inline]
    unsafe fn write_values(
        values: &[::planus::Offset<Integers>],
        bytes: *mut ::core::mem::MaybeUninit<u8>,
        buffer_position: u32,
    ) {
        let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
        for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
            ::planus::WriteAsPrimitive::write(
                v,
                ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                buffer_position - (Self::STRIDE * i) as u32,
            );
        }
    }
}

impl<'a> ::planus::ReadAsRoot<'a> for IntegersRef<'a> {
    fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
        ::planus::TableRead::from_buffer(::planus::SliceWithStartOffset {
            buffer: slice,
            offset_from_start: 0,
        }, 0).map_err(|error_kind| error_kind.with_error_location(
            "[IntegersRef]",
            "read_as_root",
            0,
        ))
    }
}

    }}