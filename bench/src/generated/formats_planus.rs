pub use root::*;

const _: () = ::planus::check_version_compatibility("planus-1.3.0");


/// The root namespace
/// 
/// Generated from these locations:
/// * File `schema/formats.fbs`
#[no_implicit_prelude]
#[allow(clippy::needless_lifetimes)]
mod root {
/// The namespace `formats`
/// 
/// Generated from these locations:
/// * File `schema/formats.fbs`
pub mod formats {
/// The table `Log` in the namespace `formats`
/// 
/// Generated from these locations:
/// * Table `Log` in the file `schema/formats.fbs:3`
#[derive(Clone, Debug, PartialEq, PartialOrd,
Eq, Ord, Hash,
::serde::Serialize, ::serde::Deserialize
)]
pub struct Log{
    
        /// The field `entries` in the table `Log`
        pub entries: ::core::option::Option<::planus::alloc::vec::Vec<self::Entry>>,}


#[allow(clippy::derivable_impls)]
impl ::core::default::Default for Log {
    fn default() -> Self {
        Self {
        entries: ::core::default::Default::default(),
        
        }
    }
}


impl Log {
    /// Creates a [LogBuilder] for serializing an instance of this table.
    #[inline]
    pub fn builder() -> LogBuilder<()> {
        LogBuilder(())
    }

    #[allow(clippy::too_many_arguments)]
    pub fn create(
        builder: &mut ::planus::Builder,
        field_entries: impl ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Entry>]>>,
        
    ) -> ::planus::Offset<Self> {let prepared_entries = field_entries.prepare(builder);

        let mut table_writer: ::planus::table_writer::TableWriter::<6> = ::core::default::Default::default();
        if prepared_entries.is_some() {table_writer.write_entry::<::planus::Offset<[::planus::Offset<self::Entry>]>>(0);}

        unsafe {
            table_writer.finish(builder, |object_writer| {if let ::core::option::Option::Some(prepared_entries) = prepared_entries {object_writer.write::<_, _, 4>(&prepared_entries);}
                
            });
        }builder.current_offset()
    }
}

impl ::planus::WriteAs<::planus::Offset<Log>> for Log {
    type Prepared = ::planus::Offset<Self>;

    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Log> {
        ::planus::WriteAsOffset::prepare(self, builder)
    }
}

impl ::planus::WriteAsOptional<::planus::Offset<Log>> for Log {
    type Prepared = ::planus::Offset<Self>;

    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Log>> {
        ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
    }
}

impl ::planus::WriteAsOffset<Log> for Log {
    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Log> {
        Log::create(
            builder,
        
            
            &self.entries,
            
        
        )
    }
}

/// Builder for serializing an instance of the [Log] type.
///
/// Can be created using the [Log::builder] method.
#[derive(Debug)]
#[must_use]
pub struct LogBuilder<State>(State);

impl<
    
> LogBuilder
<
    (
    
    )
>
{
    /// Setter for the [`entries` field](Log#structfield.entries).
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn entries<T0>(self, value: T0) -> LogBuilder<(
    
        T0,
    
    )>
    where T0: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Entry>]>>
    {
        LogBuilder((
            
            value,
        ))
    }

    

    
    /// Sets the [`entries` field](Log#structfield.entries) to null.
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn entries_as_null(self) -> LogBuilder<(
        
        (),
    )>
    {
        self.entries(())
    }
    
}



impl<
    
        T0,
    
> LogBuilder<(
    
        T0,
    
)> {
    /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Log].
    #[inline]
    pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Log>
        where Self: ::planus::WriteAsOffset<Log>
    {
        ::planus::WriteAsOffset::prepare(&self, builder)
    }
}

impl<
    
        T0: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Entry>]>>,
    
> ::planus::WriteAs<::planus::Offset<Log>> for LogBuilder<(
    
        T0,
    
)> {
    type Prepared = ::planus::Offset<Log>;

    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Log> {
        ::planus::WriteAsOffset::prepare(self, builder)
    }
}

impl<
    
        T0: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Entry>]>>,
    
> ::planus::WriteAsOptional<::planus::Offset<Log>> for LogBuilder<(
    
        T0,
    
)> {
    type Prepared = ::planus::Offset<Log>;

    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Log>> {
        ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
    }
}

impl<
    
        T0: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Entry>]>>,
    
> ::planus::WriteAsOffset<Log> for LogBuilder<(
    
        T0,
    
)> {
    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Log> {
        
        let (
            
                v0,
            
        ) = &self.0;Log::create(
            builder,
            
                v0,
            
        )
    }
}

/// Reference to a deserialized [Log].
#[derive(Copy, Clone)]
pub struct LogRef<'a>(
    #[allow(dead_code)]
    ::planus::table_reader::Table<'a>
);

impl<'a> LogRef<'a> {
    
        /// Getter for the [`entries` field](Log#structfield.entries).
        #[inline]
        pub fn entries(&self) -> ::planus::Result<::core::option::Option<::planus::Vector<'a, ::planus::Result<self::EntryRef<'a>>>>> {
            
            
              
              self.0.access(0, "Log", "entries")
              
            
            
            
        }
    
}

impl<'a> ::core::fmt::Debug for LogRef<'a> {
    fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        let mut f = f.debug_struct("LogRef");
        if let ::core::option::Option::Some(field_entries) = self.entries().transpose() {
                f.field("entries", &field_entries);
            }
        f.finish()
    }
}

impl<'a> ::core::convert::TryFrom<LogRef<'a>> for Log {
    type Error = ::planus::Error;


    #[allow(unreachable_code)]
    fn try_from(value: LogRef<'a>) -> ::planus::Result<Self> {

        ::core::result::Result::Ok(Self {
            entries: 
                            if let ::core::option::Option::Some(entries) = value.entries()? {
                                ::core::option::Option::Some(entries.to_vec_result()?)
                            } else {
                                ::core::option::Option::None
                            }
                        ,
        })
    }
}

impl<'a> ::planus::TableRead<'a> for LogRef<'a> {
    #[inline]
    fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
        ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
    }
}

impl<'a> ::planus::VectorReadInner<'a> for LogRef<'a> {
    type Error = ::planus::Error;
    const STRIDE: usize = 4;

    unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::planus::Result<Self> {
        ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| error_kind.with_error_location(
            "[LogRef]",
            "get",
            buffer.offset_from_start,
        ))
    }
}

/// # Safety
/// The planus compiler generates implementations that initialize
/// the bytes in `write_values`.
unsafe impl ::planus::VectorWrite<::planus::Offset<Log>> for Log {
    type Value = ::planus::Offset<Log>;
    const STRIDE: usize = 4;
    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
        ::planus::WriteAs::prepare(self, builder)
    }

    #[inline]
    unsafe fn write_values(
        values: &[::planus::Offset<Log>],
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

impl<'a> ::planus::ReadAsRoot<'a> for LogRef<'a> {
    fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
        ::planus::TableRead::from_buffer(::planus::SliceWithStartOffset {
            buffer: slice,
            offset_from_start: 0,
        }, 0).map_err(|error_kind| error_kind.with_error_location(
            "[LogRef]",
            "read_as_root",
            0,
        ))
    }
}

    
/// The struct `Address` in the namespace `formats`
/// 
/// Generated from these locations:
/// * Struct `Address` in the file `schema/formats.fbs:7`
#[derive(Copy, Clone, Debug, PartialEq, PartialOrd,
Eq, Ord, Hash,
Default, 
::serde::Serialize, ::serde::Deserialize
)]
pub struct Address {
    
        /// The field `a` in the struct `Address`
        pub a: u8,
    
        /// The field `b` in the struct `Address`
        pub b: u8,
    
        /// The field `c` in the struct `Address`
        pub c: u8,
    
        /// The field `d` in the struct `Address`
        pub d: u8,
    
}

/// # Safety
/// The Planus compiler correctly calculates `ALIGNMENT` and `SIZE`.
unsafe impl ::planus::Primitive for Address {
    const ALIGNMENT: usize = 1;
    const SIZE: usize = 4;
}

#[allow(clippy::identity_op)]
impl ::planus::WriteAsPrimitive<Address> for Address {
    #[inline]
    fn write<const N: usize>(&self, cursor: ::planus::Cursor<'_, N>, buffer_position: u32) {
        let (cur, cursor) = cursor.split::<1 , 3>();
            self.a.write(cur, buffer_position - 0);let (cur, cursor) = cursor.split::<1 , 2>();
            self.b.write(cur, buffer_position - 1);let (cur, cursor) = cursor.split::<1 , 1>();
            self.c.write(cur, buffer_position - 2);let (cur, cursor) = cursor.split::<1 , 0>();
            self.d.write(cur, buffer_position - 3);
        cursor.finish([]);
    }
}

impl ::planus::WriteAsOffset<Address> for Address {
    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Address> {
        unsafe {
            builder.write_with(
                4,
                0,
                |buffer_position, bytes| {
                    let bytes = bytes.as_mut_ptr();

                    ::planus::WriteAsPrimitive::write(
                        self,
                        ::planus::Cursor::new(&mut *(bytes as *mut [::core::mem::MaybeUninit<u8>; 4])),
                        buffer_position,
                    );
                }
            );
        }
        builder.current_offset()
    }
}

impl ::planus::WriteAs<Address> for Address {
    type Prepared = Self;
    #[inline]
    fn prepare(&self, _builder: &mut ::planus::Builder) -> Self {
        *self
    }
}

impl ::planus::WriteAsOptional<Address> for Address {
    type Prepared = Self;
    #[inline]
    fn prepare(&self, _builder: &mut ::planus::Builder) -> ::core::option::Option<Self> {
        ::core::option::Option::Some(*self)
    }
}

/// Reference to a deserialized [Address].
#[derive(Copy, Clone)]
pub struct AddressRef<'a>(::planus::ArrayWithStartOffset<'a, 4>);

impl<'a> AddressRef<'a> {
    
        /// Getter for the [`a` field](Address#structfield.a).
        pub fn a(&self) -> u8 {
            let buffer = self.0.advance_as_array::<1>(0).unwrap();
            
            u8::from_le_bytes(*buffer.as_array())
            
        }
    
        /// Getter for the [`b` field](Address#structfield.b).
        pub fn b(&self) -> u8 {
            let buffer = self.0.advance_as_array::<1>(1).unwrap();
            
            u8::from_le_bytes(*buffer.as_array())
            
        }
    
        /// Getter for the [`c` field](Address#structfield.c).
        pub fn c(&self) -> u8 {
            let buffer = self.0.advance_as_array::<1>(2).unwrap();
            
            u8::from_le_bytes(*buffer.as_array())
            
        }
    
        /// Getter for the [`d` field](Address#structfield.d).
        pub fn d(&self) -> u8 {
            let buffer = self.0.advance_as_array::<1>(3).unwrap();
            
            u8::from_le_bytes(*buffer.as_array())
            
        }
    
}

impl<'a> ::core::fmt::Debug for AddressRef<'a> {
    fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        let mut f = f.debug_struct("AddressRef");
        f.field("a", &self.a());f.field("b", &self.b());f.field("c", &self.c());f.field("d", &self.d());
        f.finish()
    }
}

impl<'a> ::core::convert::From<::planus::ArrayWithStartOffset<'a, 4>> for AddressRef<'a> {
    fn from(array: ::planus::ArrayWithStartOffset<'a, 4>) -> Self {
        Self(array)
    }
}

impl<'a> ::core::convert::From<AddressRef<'a>> for Address {
    #[allow(unreachable_code)]
    fn from(value: AddressRef<'a>) -> Self {
        Self {
        a:
            value.a(),
            b:
            value.b(),
            c:
            value.c(),
            d:
            value.d(),
            
        }
    }
}

impl<'a, 'b> ::core::cmp::PartialEq<AddressRef<'a>> for AddressRef<'b> {
    fn eq(&self, other: &AddressRef<'_>) -> bool {
        
            self.a() == other.a() && 
            self.b() == other.b() && 
            self.c() == other.c() && 
            self.d() == other.d()
    }
}

    impl<'a> ::core::cmp::Eq for AddressRef<'a> {}
    impl<'a, 'b> ::core::cmp::PartialOrd<AddressRef<'a>> for AddressRef<'b> {
        fn partial_cmp(&self, other: &AddressRef<'_>) -> ::core::option::Option<::core::cmp::Ordering> {
            ::core::option::Option::Some(::core::cmp::Ord::cmp(self, other))
        }
    }

    impl<'a> ::core::cmp::Ord for AddressRef<'a> {
        fn cmp(&self, other: &AddressRef<'_>) -> ::core::cmp::Ordering {
            
                self.a().cmp(&other.a())
                
                .then_with(|| self.b().cmp(&other.b()))
                
                .then_with(|| self.c().cmp(&other.c()))
                
                .then_with(|| self.d().cmp(&other.d()))
                
        }
    }

    impl<'a> ::core::hash::Hash for AddressRef<'a> {
        fn hash<H: ::core::hash::Hasher>(&self, state: &mut H) {
            self.a().hash(state);self.b().hash(state);self.c().hash(state);self.d().hash(state);
        }
    }


impl<'a> ::planus::TableRead<'a> for AddressRef<'a> {
    #[inline]
    fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
        let buffer = buffer.advance_as_array::<4>(offset)?;
        ::core::result::Result::Ok(Self(buffer))
    }
}

impl<'a> ::planus::VectorRead<'a> for AddressRef<'a> {
    const STRIDE: usize = 4;

    #[inline]
    unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> Self {
        Self(unsafe { buffer.unchecked_advance_as_array(offset) })
    }
}

/// # Safety
/// The planus compiler generates implementations that initialize
/// the bytes in `write_values`.
unsafe impl ::planus::VectorWrite<Address> for Address {
    const STRIDE: usize = 4;

    type Value = Address;

    #[inline]
    fn prepare(&self, _builder: &mut ::planus::Builder) -> Self::Value {
        *self
    }

    #[inline]
    unsafe fn write_values(
        values: &[Address],
        bytes: *mut ::core::mem::MaybeUninit<u8>,
        buffer_position: u32,
    ) {
        let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 4];
        for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
            ::planus::WriteAsPrimitive::write(
                v,
                ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                
                buffer_position - (4 * i) as u32,
                
            );
        }
    }
}

    
/// The table `Entry` in the namespace `formats`
/// 
/// Generated from these locations:
/// * Table `Entry` in the file `schema/formats.fbs:14`
#[derive(Clone, Debug, PartialEq, PartialOrd,
Eq, Ord, Hash,
::serde::Serialize, ::serde::Deserialize
)]
pub struct Entry{
    
        /// The field `address` in the table `Entry`
        pub address: self::Address,
        /// The field `identity` in the table `Entry`
        pub identity: ::planus::alloc::string::String,
        /// The field `user` in the table `Entry`
        pub user: ::planus::alloc::string::String,
        /// The field `time` in the table `Entry`
        pub time: ::planus::alloc::string::String,
        /// The field `request` in the table `Entry`
        pub request: ::planus::alloc::string::String,
        /// The field `status` in the table `Entry`
        pub status: u16,
        /// The field `size` in the table `Entry`
        pub size: u64,}


#[allow(clippy::derivable_impls)]
impl ::core::default::Default for Entry {
    fn default() -> Self {
        Self {
        address: ::core::default::Default::default(),
        identity: ::core::default::Default::default(),
        user: ::core::default::Default::default(),
        time: ::core::default::Default::default(),
        request: ::core::default::Default::default(),
        status: 0,
        size: 0,
        
        }
    }
}


impl Entry {
    /// Creates a [EntryBuilder] for serializing an instance of this table.
    #[inline]
    pub fn builder() -> EntryBuilder<()> {
        EntryBuilder(())
    }

    #[allow(clippy::too_many_arguments)]
    pub fn create(
        builder: &mut ::planus::Builder,
        field_address: impl ::planus::WriteAs<self::Address>,
        field_identity: impl ::planus::WriteAs<::planus::Offset<str>>,
        field_user: impl ::planus::WriteAs<::planus::Offset<str>>,
        field_time: impl ::planus::WriteAs<::planus::Offset<str>>,
        field_request: impl ::planus::WriteAs<::planus::Offset<str>>,
        field_status: impl ::planus::WriteAsDefault<u16, u16>,
        field_size: impl ::planus::WriteAsDefault<u64, u64>,
        
    ) -> ::planus::Offset<Self> {let prepared_address = field_address.prepare(builder);let prepared_identity = field_identity.prepare(builder);let prepared_user = field_user.prepare(builder);let prepared_time = field_time.prepare(builder);let prepared_request = field_request.prepare(builder);let prepared_status = field_status.prepare(builder, &0);let prepared_size = field_size.prepare(builder, &0);

        let mut table_writer: ::planus::table_writer::TableWriter::<18> = ::core::default::Default::default();
        if prepared_size.is_some() {table_writer.write_entry::<u64>(6);}table_writer.write_entry::<::planus::Offset<str>>(1);table_writer.write_entry::<::planus::Offset<str>>(2);table_writer.write_entry::<::planus::Offset<str>>(3);table_writer.write_entry::<::planus::Offset<str>>(4);if prepared_status.is_some() {table_writer.write_entry::<u16>(5);}table_writer.write_entry::<self::Address>(0);

        unsafe {
            table_writer.finish(builder, |object_writer| {if let ::core::option::Option::Some(prepared_size) = prepared_size {object_writer.write::<_, _, 8>(&prepared_size);}object_writer.write::<_, _, 4>(&prepared_identity);object_writer.write::<_, _, 4>(&prepared_user);object_writer.write::<_, _, 4>(&prepared_time);object_writer.write::<_, _, 4>(&prepared_request);if let ::core::option::Option::Some(prepared_status) = prepared_status {object_writer.write::<_, _, 2>(&prepared_status);}object_writer.write::<_, _, 4>(&prepared_address);
                
            });
        }builder.current_offset()
    }
}

impl ::planus::WriteAs<::planus::Offset<Entry>> for Entry {
    type Prepared = ::planus::Offset<Self>;

    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Entry> {
        ::planus::WriteAsOffset::prepare(self, builder)
    }
}

impl ::planus::WriteAsOptional<::planus::Offset<Entry>> for Entry {
    type Prepared = ::planus::Offset<Self>;

    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Entry>> {
        ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
    }
}

impl ::planus::WriteAsOffset<Entry> for Entry {
    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Entry> {
        Entry::create(
            builder,
        
            
            self.address,
            
        
            
            &self.identity,
            
        
            
            &self.user,
            
        
            
            &self.time,
            
        
            
            &self.request,
            
        
            
            self.status,
            
        
            
            self.size,
            
        
        )
    }
}

/// Builder for serializing an instance of the [Entry] type.
///
/// Can be created using the [Entry::builder] method.
#[derive(Debug)]
#[must_use]
pub struct EntryBuilder<State>(State);

impl<
    
> EntryBuilder
<
    (
    
    )
>
{
    /// Setter for the [`address` field](Entry#structfield.address).
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn address<T0>(self, value: T0) -> EntryBuilder<(
    
        T0,
    
    )>
    where T0: ::planus::WriteAs<self::Address>
    {
        EntryBuilder((
            
            value,
        ))
    }

    

    
}

impl<
    
        T0,
    
> EntryBuilder
<
    (
    
        T0,
    
    )
>
{
    /// Setter for the [`identity` field](Entry#structfield.identity).
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn identity<T1>(self, value: T1) -> EntryBuilder<(
    
        T0,
    
        T1,
    
    )>
    where T1: ::planus::WriteAs<::planus::Offset<str>>
    {
        
        let (
            
                v0,
            
        ) = self.0;EntryBuilder((
            
                v0,
            
            value,
        ))
    }

    

    
}

impl<
    
        T0,
    
        T1,
    
> EntryBuilder
<
    (
    
        T0,
    
        T1,
    
    )
>
{
    /// Setter for the [`user` field](Entry#structfield.user).
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn user<T2>(self, value: T2) -> EntryBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
    )>
    where T2: ::planus::WriteAs<::planus::Offset<str>>
    {
        
        let (
            
                v0,
            
                v1,
            
        ) = self.0;EntryBuilder((
            
                v0,
            
                v1,
            
            value,
        ))
    }

    

    
}

impl<
    
        T0,
    
        T1,
    
        T2,
    
> EntryBuilder
<
    (
    
        T0,
    
        T1,
    
        T2,
    
    )
>
{
    /// Setter for the [`time` field](Entry#structfield.time).
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn time<T3>(self, value: T3) -> EntryBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
    )>
    where T3: ::planus::WriteAs<::planus::Offset<str>>
    {
        
        let (
            
                v0,
            
                v1,
            
                v2,
            
        ) = self.0;EntryBuilder((
            
                v0,
            
                v1,
            
                v2,
            
            value,
        ))
    }

    

    
}

impl<
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
> EntryBuilder
<
    (
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
    )
>
{
    /// Setter for the [`request` field](Entry#structfield.request).
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn request<T4>(self, value: T4) -> EntryBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
    )>
    where T4: ::planus::WriteAs<::planus::Offset<str>>
    {
        
        let (
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
        ) = self.0;EntryBuilder((
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
            value,
        ))
    }

    

    
}

impl<
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
> EntryBuilder
<
    (
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
    )
>
{
    /// Setter for the [`status` field](Entry#structfield.status).
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn status<T5>(self, value: T5) -> EntryBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
    )>
    where T5: ::planus::WriteAsDefault<u16, u16>
    {
        
        let (
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
        ) = self.0;EntryBuilder((
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
            value,
        ))
    }

    
    /// Sets the [`status` field](Entry#structfield.status) to the default value.
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn status_as_default(self) -> EntryBuilder<(
        
            T0,
        
            T1,
        
            T2,
        
            T3,
        
            T4,
        
        ::planus::DefaultValue,
    )>
    {
        self.status(::planus::DefaultValue)
    }
    

    
}

impl<
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
> EntryBuilder
<
    (
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
    )
>
{
    /// Setter for the [`size` field](Entry#structfield.size).
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn size<T6>(self, value: T6) -> EntryBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
    )>
    where T6: ::planus::WriteAsDefault<u64, u64>
    {
        
        let (
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
                v5,
            
        ) = self.0;EntryBuilder((
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
                v5,
            
            value,
        ))
    }

    
    /// Sets the [`size` field](Entry#structfield.size) to the default value.
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn size_as_default(self) -> EntryBuilder<(
        
            T0,
        
            T1,
        
            T2,
        
            T3,
        
            T4,
        
            T5,
        
        ::planus::DefaultValue,
    )>
    {
        self.size(::planus::DefaultValue)
    }
    

    
}



impl<
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
> EntryBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
)> {
    /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Entry].
    #[inline]
    pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Entry>
        where Self: ::planus::WriteAsOffset<Entry>
    {
        ::planus::WriteAsOffset::prepare(&self, builder)
    }
}

impl<
    
        T0: ::planus::WriteAs<self::Address>,
    
        T1: ::planus::WriteAs<::planus::Offset<str>>,
    
        T2: ::planus::WriteAs<::planus::Offset<str>>,
    
        T3: ::planus::WriteAs<::planus::Offset<str>>,
    
        T4: ::planus::WriteAs<::planus::Offset<str>>,
    
        T5: ::planus::WriteAsDefault<u16, u16>,
    
        T6: ::planus::WriteAsDefault<u64, u64>,
    
> ::planus::WriteAs<::planus::Offset<Entry>> for EntryBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
)> {
    type Prepared = ::planus::Offset<Entry>;

    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Entry> {
        ::planus::WriteAsOffset::prepare(self, builder)
    }
}

impl<
    
        T0: ::planus::WriteAs<self::Address>,
    
        T1: ::planus::WriteAs<::planus::Offset<str>>,
    
        T2: ::planus::WriteAs<::planus::Offset<str>>,
    
        T3: ::planus::WriteAs<::planus::Offset<str>>,
    
        T4: ::planus::WriteAs<::planus::Offset<str>>,
    
        T5: ::planus::WriteAsDefault<u16, u16>,
    
        T6: ::planus::WriteAsDefault<u64, u64>,
    
> ::planus::WriteAsOptional<::planus::Offset<Entry>> for EntryBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
)> {
    type Prepared = ::planus::Offset<Entry>;

    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Entry>> {
        ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
    }
}

impl<
    
        T0: ::planus::WriteAs<self::Address>,
    
        T1: ::planus::WriteAs<::planus::Offset<str>>,
    
        T2: ::planus::WriteAs<::planus::Offset<str>>,
    
        T3: ::planus::WriteAs<::planus::Offset<str>>,
    
        T4: ::planus::WriteAs<::planus::Offset<str>>,
    
        T5: ::planus::WriteAsDefault<u16, u16>,
    
        T6: ::planus::WriteAsDefault<u64, u64>,
    
> ::planus::WriteAsOffset<Entry> for EntryBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
)> {
    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Entry> {
        
        let (
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
                v5,
            
                v6,
            
        ) = &self.0;Entry::create(
            builder,
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
                v5,
            
                v6,
            
        )
    }
}

/// Reference to a deserialized [Entry].
#[derive(Copy, Clone)]
pub struct EntryRef<'a>(
    #[allow(dead_code)]
    ::planus::table_reader::Table<'a>
);

impl<'a> EntryRef<'a> {
    
        /// Getter for the [`address` field](Entry#structfield.address).
        #[inline]
        pub fn address(&self) -> ::planus::Result<self::AddressRef<'a>> {
            
            
              
              self.0.access_required(0, "Entry", "address")
              
            
            
            
        }
    
        /// Getter for the [`identity` field](Entry#structfield.identity).
        #[inline]
        pub fn identity(&self) -> ::planus::Result<&'a ::core::primitive::str> {
            
            
              
              self.0.access_required(1, "Entry", "identity")
              
            
            
            
        }
    
        /// Getter for the [`user` field](Entry#structfield.user).
        #[inline]
        pub fn user(&self) -> ::planus::Result<&'a ::core::primitive::str> {
            
            
              
              self.0.access_required(2, "Entry", "user")
              
            
            
            
        }
    
        /// Getter for the [`time` field](Entry#structfield.time).
        #[inline]
        pub fn time(&self) -> ::planus::Result<&'a ::core::primitive::str> {
            
            
              
              self.0.access_required(3, "Entry", "time")
              
            
            
            
        }
    
        /// Getter for the [`request` field](Entry#structfield.request).
        #[inline]
        pub fn request(&self) -> ::planus::Result<&'a ::core::primitive::str> {
            
            
              
              self.0.access_required(4, "Entry", "request")
              
            
            
            
        }
    
        /// Getter for the [`status` field](Entry#structfield.status).
        #[inline]
        pub fn status(&self) -> ::planus::Result<u16> {
             ::core::result::Result::Ok( 
            
              
              self.0.access(5, "Entry", "status")
              
            
            ?.unwrap_or(0))
            
        }
    
        /// Getter for the [`size` field](Entry#structfield.size).
        #[inline]
        pub fn size(&self) -> ::planus::Result<u64> {
             ::core::result::Result::Ok( 
            
              
              self.0.access(6, "Entry", "size")
              
            
            ?.unwrap_or(0))
            
        }
    
}

impl<'a> ::core::fmt::Debug for EntryRef<'a> {
    fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        let mut f = f.debug_struct("EntryRef");
        f.field("address", &self.address());f.field("identity", &self.identity());f.field("user", &self.user());f.field("time", &self.time());f.field("request", &self.request());f.field("status", &self.status());f.field("size", &self.size());
        f.finish()
    }
}

impl<'a> ::core::convert::TryFrom<EntryRef<'a>> for Entry {
    type Error = ::planus::Error;


    #[allow(unreachable_code)]
    fn try_from(value: EntryRef<'a>) -> ::planus::Result<Self> {

        ::core::result::Result::Ok(Self {
            address: ::core::convert::Into::into(value.address()?),identity: ::core::convert::Into::into(value.identity()?),user: ::core::convert::Into::into(value.user()?),time: ::core::convert::Into::into(value.time()?),request: ::core::convert::Into::into(value.request()?),status: ::core::convert::TryInto::try_into(value.status()?)?,size: ::core::convert::TryInto::try_into(value.size()?)?,
        })
    }
}

impl<'a> ::planus::TableRead<'a> for EntryRef<'a> {
    #[inline]
    fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
        ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
    }
}

impl<'a> ::planus::VectorReadInner<'a> for EntryRef<'a> {
    type Error = ::planus::Error;
    const STRIDE: usize = 4;

    unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::planus::Result<Self> {
        ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| error_kind.with_error_location(
            "[EntryRef]",
            "get",
            buffer.offset_from_start,
        ))
    }
}

/// # Safety
/// The planus compiler generates implementations that initialize
/// the bytes in `write_values`.
unsafe impl ::planus::VectorWrite<::planus::Offset<Entry>> for Entry {
    type Value = ::planus::Offset<Entry>;
    const STRIDE: usize = 4;
    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
        ::planus::WriteAs::prepare(self, builder)
    }

    #[inline]
    unsafe fn write_values(
        values: &[::planus::Offset<Entry>],
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

impl<'a> ::planus::ReadAsRoot<'a> for EntryRef<'a> {
    fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
        ::planus::TableRead::from_buffer(::planus::SliceWithStartOffset {
            buffer: slice,
            offset_from_start: 0,
        }, 0).map_err(|error_kind| error_kind.with_error_location(
            "[EntryRef]",
            "read_as_root",
            0,
        ))
    }
}

    
/// The table `Mesh` in the namespace `formats`
/// 
/// Generated from these locations:
/// * Table `Mesh` in the file `schema/formats.fbs:24`
#[derive(Clone, Debug, PartialEq, PartialOrd,

::serde::Serialize, ::serde::Deserialize
)]
pub struct Mesh{
    
        /// The field `triangles` in the table `Mesh`
        pub triangles: ::core::option::Option<::planus::alloc::vec::Vec<self::Triangle>>,}


#[allow(clippy::derivable_impls)]
impl ::core::default::Default for Mesh {
    fn default() -> Self {
        Self {
        triangles: ::core::default::Default::default(),
        
        }
    }
}


impl Mesh {
    /// Creates a [MeshBuilder] for serializing an instance of this table.
    #[inline]
    pub fn builder() -> MeshBuilder<()> {
        MeshBuilder(())
    }

    #[allow(clippy::too_many_arguments)]
    pub fn create(
        builder: &mut ::planus::Builder,
        field_triangles: impl ::planus::WriteAsOptional<::planus::Offset<[self::Triangle]>>,
        
    ) -> ::planus::Offset<Self> {let prepared_triangles = field_triangles.prepare(builder);

        let mut table_writer: ::planus::table_writer::TableWriter::<6> = ::core::default::Default::default();
        if prepared_triangles.is_some() {table_writer.write_entry::<::planus::Offset<[self::Triangle]>>(0);}

        unsafe {
            table_writer.finish(builder, |object_writer| {if let ::core::option::Option::Some(prepared_triangles) = prepared_triangles {object_writer.write::<_, _, 4>(&prepared_triangles);}
                
            });
        }builder.current_offset()
    }
}

impl ::planus::WriteAs<::planus::Offset<Mesh>> for Mesh {
    type Prepared = ::planus::Offset<Self>;

    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Mesh> {
        ::planus::WriteAsOffset::prepare(self, builder)
    }
}

impl ::planus::WriteAsOptional<::planus::Offset<Mesh>> for Mesh {
    type Prepared = ::planus::Offset<Self>;

    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Mesh>> {
        ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
    }
}

impl ::planus::WriteAsOffset<Mesh> for Mesh {
    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Mesh> {
        Mesh::create(
            builder,
        
            
            &self.triangles,
            
        
        )
    }
}

/// Builder for serializing an instance of the [Mesh] type.
///
/// Can be created using the [Mesh::builder] method.
#[derive(Debug)]
#[must_use]
pub struct MeshBuilder<State>(State);

impl<
    
> MeshBuilder
<
    (
    
    )
>
{
    /// Setter for the [`triangles` field](Mesh#structfield.triangles).
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn triangles<T0>(self, value: T0) -> MeshBuilder<(
    
        T0,
    
    )>
    where T0: ::planus::WriteAsOptional<::planus::Offset<[self::Triangle]>>
    {
        MeshBuilder((
            
            value,
        ))
    }

    

    
    /// Sets the [`triangles` field](Mesh#structfield.triangles) to null.
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn triangles_as_null(self) -> MeshBuilder<(
        
        (),
    )>
    {
        self.triangles(())
    }
    
}



impl<
    
        T0,
    
> MeshBuilder<(
    
        T0,
    
)> {
    /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Mesh].
    #[inline]
    pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Mesh>
        where Self: ::planus::WriteAsOffset<Mesh>
    {
        ::planus::WriteAsOffset::prepare(&self, builder)
    }
}

impl<
    
        T0: ::planus::WriteAsOptional<::planus::Offset<[self::Triangle]>>,
    
> ::planus::WriteAs<::planus::Offset<Mesh>> for MeshBuilder<(
    
        T0,
    
)> {
    type Prepared = ::planus::Offset<Mesh>;

    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Mesh> {
        ::planus::WriteAsOffset::prepare(self, builder)
    }
}

impl<
    
        T0: ::planus::WriteAsOptional<::planus::Offset<[self::Triangle]>>,
    
> ::planus::WriteAsOptional<::planus::Offset<Mesh>> for MeshBuilder<(
    
        T0,
    
)> {
    type Prepared = ::planus::Offset<Mesh>;

    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Mesh>> {
        ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
    }
}

impl<
    
        T0: ::planus::WriteAsOptional<::planus::Offset<[self::Triangle]>>,
    
> ::planus::WriteAsOffset<Mesh> for MeshBuilder<(
    
        T0,
    
)> {
    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Mesh> {
        
        let (
            
                v0,
            
        ) = &self.0;Mesh::create(
            builder,
            
                v0,
            
        )
    }
}

/// Reference to a deserialized [Mesh].
#[derive(Copy, Clone)]
pub struct MeshRef<'a>(
    #[allow(dead_code)]
    ::planus::table_reader::Table<'a>
);

impl<'a> MeshRef<'a> {
    
        /// Getter for the [`triangles` field](Mesh#structfield.triangles).
        #[inline]
        pub fn triangles(&self) -> ::planus::Result<::core::option::Option<::planus::Vector<'a, self::TriangleRef<'a>>>> {
            
            
              
              self.0.access(0, "Mesh", "triangles")
              
            
            
            
        }
    
}

impl<'a> ::core::fmt::Debug for MeshRef<'a> {
    fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        let mut f = f.debug_struct("MeshRef");
        if let ::core::option::Option::Some(field_triangles) = self.triangles().transpose() {
                f.field("triangles", &field_triangles);
            }
        f.finish()
    }
}

impl<'a> ::core::convert::TryFrom<MeshRef<'a>> for Mesh {
    type Error = ::planus::Error;


    #[allow(unreachable_code)]
    fn try_from(value: MeshRef<'a>) -> ::planus::Result<Self> {

        ::core::result::Result::Ok(Self {
            triangles: 
                            if let ::core::option::Option::Some(triangles) = value.triangles()? {
                                ::core::option::Option::Some(triangles.to_vec()?)
                            } else {
                                ::core::option::Option::None
                            }
                        ,
        })
    }
}

impl<'a> ::planus::TableRead<'a> for MeshRef<'a> {
    #[inline]
    fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
        ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
    }
}

impl<'a> ::planus::VectorReadInner<'a> for MeshRef<'a> {
    type Error = ::planus::Error;
    const STRIDE: usize = 4;

    unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::planus::Result<Self> {
        ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| error_kind.with_error_location(
            "[MeshRef]",
            "get",
            buffer.offset_from_start,
        ))
    }
}

/// # Safety
/// The planus compiler generates implementations that initialize
/// the bytes in `write_values`.
unsafe impl ::planus::VectorWrite<::planus::Offset<Mesh>> for Mesh {
    type Value = ::planus::Offset<Mesh>;
    const STRIDE: usize = 4;
    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
        ::planus::WriteAs::prepare(self, builder)
    }

    #[inline]
    unsafe fn write_values(
        values: &[::planus::Offset<Mesh>],
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

impl<'a> ::planus::ReadAsRoot<'a> for MeshRef<'a> {
    fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
        ::planus::TableRead::from_buffer(::planus::SliceWithStartOffset {
            buffer: slice,
            offset_from_start: 0,
        }, 0).map_err(|error_kind| error_kind.with_error_location(
            "[MeshRef]",
            "read_as_root",
            0,
        ))
    }
}

    
/// The struct `Point` in the namespace `formats`
/// 
/// Generated from these locations:
/// * Struct `Point` in the file `schema/formats.fbs:28`
#[derive(Copy, Clone, Debug, PartialEq, PartialOrd,

Default, 
::serde::Serialize, ::serde::Deserialize
)]
pub struct Point {
    
        /// The field `x` in the struct `Point`
        pub x: f32,
    
        /// The field `y` in the struct `Point`
        pub y: f32,
    
        /// The field `z` in the struct `Point`
        pub z: f32,
    
}

/// # Safety
/// The Planus compiler correctly calculates `ALIGNMENT` and `SIZE`.
unsafe impl ::planus::Primitive for Point {
    const ALIGNMENT: usize = 4;
    const SIZE: usize = 12;
}

#[allow(clippy::identity_op)]
impl ::planus::WriteAsPrimitive<Point> for Point {
    #[inline]
    fn write<const N: usize>(&self, cursor: ::planus::Cursor<'_, N>, buffer_position: u32) {
        let (cur, cursor) = cursor.split::<4 , 8>();
            self.x.write(cur, buffer_position - 0);let (cur, cursor) = cursor.split::<4 , 4>();
            self.y.write(cur, buffer_position - 4);let (cur, cursor) = cursor.split::<4 , 0>();
            self.z.write(cur, buffer_position - 8);
        cursor.finish([]);
    }
}

impl ::planus::WriteAsOffset<Point> for Point {
    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Point> {
        unsafe {
            builder.write_with(
                12,
                3,
                |buffer_position, bytes| {
                    let bytes = bytes.as_mut_ptr();

                    ::planus::WriteAsPrimitive::write(
                        self,
                        ::planus::Cursor::new(&mut *(bytes as *mut [::core::mem::MaybeUninit<u8>; 12])),
                        buffer_position,
                    );
                }
            );
        }
        builder.current_offset()
    }
}

impl ::planus::WriteAs<Point> for Point {
    type Prepared = Self;
    #[inline]
    fn prepare(&self, _builder: &mut ::planus::Builder) -> Self {
        *self
    }
}

impl ::planus::WriteAsOptional<Point> for Point {
    type Prepared = Self;
    #[inline]
    fn prepare(&self, _builder: &mut ::planus::Builder) -> ::core::option::Option<Self> {
        ::core::option::Option::Some(*self)
    }
}

/// Reference to a deserialized [Point].
#[derive(Copy, Clone)]
pub struct PointRef<'a>(::planus::ArrayWithStartOffset<'a, 12>);

impl<'a> PointRef<'a> {
    
        /// Getter for the [`x` field](Point#structfield.x).
        pub fn x(&self) -> f32 {
            let buffer = self.0.advance_as_array::<4>(0).unwrap();
            
            f32::from_le_bytes(*buffer.as_array())
            
        }
    
        /// Getter for the [`y` field](Point#structfield.y).
        pub fn y(&self) -> f32 {
            let buffer = self.0.advance_as_array::<4>(4).unwrap();
            
            f32::from_le_bytes(*buffer.as_array())
            
        }
    
        /// Getter for the [`z` field](Point#structfield.z).
        pub fn z(&self) -> f32 {
            let buffer = self.0.advance_as_array::<4>(8).unwrap();
            
            f32::from_le_bytes(*buffer.as_array())
            
        }
    
}

impl<'a> ::core::fmt::Debug for PointRef<'a> {
    fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        let mut f = f.debug_struct("PointRef");
        f.field("x", &self.x());f.field("y", &self.y());f.field("z", &self.z());
        f.finish()
    }
}

impl<'a> ::core::convert::From<::planus::ArrayWithStartOffset<'a, 12>> for PointRef<'a> {
    fn from(array: ::planus::ArrayWithStartOffset<'a, 12>) -> Self {
        Self(array)
    }
}

impl<'a> ::core::convert::From<PointRef<'a>> for Point {
    #[allow(unreachable_code)]
    fn from(value: PointRef<'a>) -> Self {
        Self {
        x:
            value.x(),
            y:
            value.y(),
            z:
            value.z(),
            
        }
    }
}

impl<'a, 'b> ::core::cmp::PartialEq<PointRef<'a>> for PointRef<'b> {
    fn eq(&self, other: &PointRef<'_>) -> bool {
        
            self.x() == other.x() && 
            self.y() == other.y() && 
            self.z() == other.z()
    }
}

    impl<'a, 'b> ::core::cmp::PartialOrd<PointRef<'a>> for PointRef<'b> {
        fn partial_cmp(&self, other: &PointRef<'_>) -> ::core::option::Option<::core::cmp::Ordering> {
            
                match self.x().partial_cmp(&other.x()) {
                    ::core::option::Option::Some(::core::cmp::Ordering::Equal) => (),
                    o => return o,
                }
                
                match self.y().partial_cmp(&other.y()) {
                    ::core::option::Option::Some(::core::cmp::Ordering::Equal) => (),
                    o => return o,
                }
                
                self.z().partial_cmp(&other.z())
                
        }
    }


impl<'a> ::planus::TableRead<'a> for PointRef<'a> {
    #[inline]
    fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
        let buffer = buffer.advance_as_array::<12>(offset)?;
        ::core::result::Result::Ok(Self(buffer))
    }
}

impl<'a> ::planus::VectorRead<'a> for PointRef<'a> {
    const STRIDE: usize = 12;

    #[inline]
    unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> Self {
        Self(unsafe { buffer.unchecked_advance_as_array(offset) })
    }
}

/// # Safety
/// The planus compiler generates implementations that initialize
/// the bytes in `write_values`.
unsafe impl ::planus::VectorWrite<Point> for Point {
    const STRIDE: usize = 12;

    type Value = Point;

    #[inline]
    fn prepare(&self, _builder: &mut ::planus::Builder) -> Self::Value {
        *self
    }

    #[inline]
    unsafe fn write_values(
        values: &[Point],
        bytes: *mut ::core::mem::MaybeUninit<u8>,
        buffer_position: u32,
    ) {
        let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 12];
        for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
            ::planus::WriteAsPrimitive::write(
                v,
                ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                
                buffer_position - (12 * i) as u32,
                
            );
        }
    }
}

    
/// The struct `Triangle` in the namespace `formats`
/// 
/// Generated from these locations:
/// * Struct `Triangle` in the file `schema/formats.fbs:34`
#[derive(Copy, Clone, Debug, PartialEq, PartialOrd,

Default, 
::serde::Serialize, ::serde::Deserialize
)]
pub struct Triangle {
    
        /// The field `a` in the struct `Triangle`
        pub a: self::Point,
    
        /// The field `b` in the struct `Triangle`
        pub b: self::Point,
    
        /// The field `c` in the struct `Triangle`
        pub c: self::Point,
    
        /// The field `normal` in the struct `Triangle`
        pub normal: self::Point,
    
}

/// # Safety
/// The Planus compiler correctly calculates `ALIGNMENT` and `SIZE`.
unsafe impl ::planus::Primitive for Triangle {
    const ALIGNMENT: usize = 4;
    const SIZE: usize = 48;
}

#[allow(clippy::identity_op)]
impl ::planus::WriteAsPrimitive<Triangle> for Triangle {
    #[inline]
    fn write<const N: usize>(&self, cursor: ::planus::Cursor<'_, N>, buffer_position: u32) {
        let (cur, cursor) = cursor.split::<12 , 36>();
            self.a.write(cur, buffer_position - 0);let (cur, cursor) = cursor.split::<12 , 24>();
            self.b.write(cur, buffer_position - 12);let (cur, cursor) = cursor.split::<12 , 12>();
            self.c.write(cur, buffer_position - 24);let (cur, cursor) = cursor.split::<12 , 0>();
            self.normal.write(cur, buffer_position - 36);
        cursor.finish([]);
    }
}

impl ::planus::WriteAsOffset<Triangle> for Triangle {
    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Triangle> {
        unsafe {
            builder.write_with(
                48,
                3,
                |buffer_position, bytes| {
                    let bytes = bytes.as_mut_ptr();

                    ::planus::WriteAsPrimitive::write(
                        self,
                        ::planus::Cursor::new(&mut *(bytes as *mut [::core::mem::MaybeUninit<u8>; 48])),
                        buffer_position,
                    );
                }
            );
        }
        builder.current_offset()
    }
}

impl ::planus::WriteAs<Triangle> for Triangle {
    type Prepared = Self;
    #[inline]
    fn prepare(&self, _builder: &mut ::planus::Builder) -> Self {
        *self
    }
}

impl ::planus::WriteAsOptional<Triangle> for Triangle {
    type Prepared = Self;
    #[inline]
    fn prepare(&self, _builder: &mut ::planus::Builder) -> ::core::option::Option<Self> {
        ::core::option::Option::Some(*self)
    }
}

/// Reference to a deserialized [Triangle].
#[derive(Copy, Clone)]
pub struct TriangleRef<'a>(::planus::ArrayWithStartOffset<'a, 48>);

impl<'a> TriangleRef<'a> {
    
        /// Getter for the [`a` field](Triangle#structfield.a).
        pub fn a(&self) -> self::PointRef<'a> {
            let buffer = self.0.advance_as_array::<12>(0).unwrap();
            
            ::core::convert::From::from(buffer)
            
        }
    
        /// Getter for the [`b` field](Triangle#structfield.b).
        pub fn b(&self) -> self::PointRef<'a> {
            let buffer = self.0.advance_as_array::<12>(12).unwrap();
            
            ::core::convert::From::from(buffer)
            
        }
    
        /// Getter for the [`c` field](Triangle#structfield.c).
        pub fn c(&self) -> self::PointRef<'a> {
            let buffer = self.0.advance_as_array::<12>(24).unwrap();
            
            ::core::convert::From::from(buffer)
            
        }
    
        /// Getter for the [`normal` field](Triangle#structfield.normal).
        pub fn normal(&self) -> self::PointRef<'a> {
            let buffer = self.0.advance_as_array::<12>(36).unwrap();
            
            ::core::convert::From::from(buffer)
            
        }
    
}

impl<'a> ::core::fmt::Debug for TriangleRef<'a> {
    fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        let mut f = f.debug_struct("TriangleRef");
        f.field("a", &self.a());f.field("b", &self.b());f.field("c", &self.c());f.field("normal", &self.normal());
        f.finish()
    }
}

impl<'a> ::core::convert::From<::planus::ArrayWithStartOffset<'a, 48>> for TriangleRef<'a> {
    fn from(array: ::planus::ArrayWithStartOffset<'a, 48>) -> Self {
        Self(array)
    }
}

impl<'a> ::core::convert::From<TriangleRef<'a>> for Triangle {
    #[allow(unreachable_code)]
    fn from(value: TriangleRef<'a>) -> Self {
        Self {
        a:
            ::core::convert::From::from(value.a()),
            b:
            ::core::convert::From::from(value.b()),
            c:
            ::core::convert::From::from(value.c()),
            normal:
            ::core::convert::From::from(value.normal()),
            
        }
    }
}

impl<'a, 'b> ::core::cmp::PartialEq<TriangleRef<'a>> for TriangleRef<'b> {
    fn eq(&self, other: &TriangleRef<'_>) -> bool {
        
            self.a() == other.a() && 
            self.b() == other.b() && 
            self.c() == other.c() && 
            self.normal() == other.normal()
    }
}

    impl<'a, 'b> ::core::cmp::PartialOrd<TriangleRef<'a>> for TriangleRef<'b> {
        fn partial_cmp(&self, other: &TriangleRef<'_>) -> ::core::option::Option<::core::cmp::Ordering> {
            
                match self.a().partial_cmp(&other.a()) {
                    ::core::option::Option::Some(::core::cmp::Ordering::Equal) => (),
                    o => return o,
                }
                
                match self.b().partial_cmp(&other.b()) {
                    ::core::option::Option::Some(::core::cmp::Ordering::Equal) => (),
                    o => return o,
                }
                
                match self.c().partial_cmp(&other.c()) {
                    ::core::option::Option::Some(::core::cmp::Ordering::Equal) => (),
                    o => return o,
                }
                
                self.normal().partial_cmp(&other.normal())
                
        }
    }


impl<'a> ::planus::TableRead<'a> for TriangleRef<'a> {
    #[inline]
    fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
        let buffer = buffer.advance_as_array::<48>(offset)?;
        ::core::result::Result::Ok(Self(buffer))
    }
}

impl<'a> ::planus::VectorRead<'a> for TriangleRef<'a> {
    const STRIDE: usize = 48;

    #[inline]
    unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> Self {
        Self(unsafe { buffer.unchecked_advance_as_array(offset) })
    }
}

/// # Safety
/// The planus compiler generates implementations that initialize
/// the bytes in `write_values`.
unsafe impl ::planus::VectorWrite<Triangle> for Triangle {
    const STRIDE: usize = 48;

    type Value = Triangle;

    #[inline]
    fn prepare(&self, _builder: &mut ::planus::Builder) -> Self::Value {
        *self
    }

    #[inline]
    unsafe fn write_values(
        values: &[Triangle],
        bytes: *mut ::core::mem::MaybeUninit<u8>,
        buffer_position: u32,
    ) {
        let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 48];
        for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
            ::planus::WriteAsPrimitive::write(
                v,
                ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                
                buffer_position - (48 * i) as u32,
                
            );
        }
    }
}

    
/// The table `Saves` in the namespace `formats`
/// 
/// Generated from these locations:
/// * Table `Saves` in the file `schema/formats.fbs:41`
#[derive(Clone, Debug, PartialEq, PartialOrd,

::serde::Serialize, ::serde::Deserialize
)]
pub struct Saves{
    
        /// The field `players` in the table `Saves`
        pub players: ::core::option::Option<::planus::alloc::vec::Vec<self::Player>>,}


#[allow(clippy::derivable_impls)]
impl ::core::default::Default for Saves {
    fn default() -> Self {
        Self {
        players: ::core::default::Default::default(),
        
        }
    }
}


impl Saves {
    /// Creates a [SavesBuilder] for serializing an instance of this table.
    #[inline]
    pub fn builder() -> SavesBuilder<()> {
        SavesBuilder(())
    }

    #[allow(clippy::too_many_arguments)]
    pub fn create(
        builder: &mut ::planus::Builder,
        field_players: impl ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Player>]>>,
        
    ) -> ::planus::Offset<Self> {let prepared_players = field_players.prepare(builder);

        let mut table_writer: ::planus::table_writer::TableWriter::<6> = ::core::default::Default::default();
        if prepared_players.is_some() {table_writer.write_entry::<::planus::Offset<[::planus::Offset<self::Player>]>>(0);}

        unsafe {
            table_writer.finish(builder, |object_writer| {if let ::core::option::Option::Some(prepared_players) = prepared_players {object_writer.write::<_, _, 4>(&prepared_players);}
                
            });
        }builder.current_offset()
    }
}

impl ::planus::WriteAs<::planus::Offset<Saves>> for Saves {
    type Prepared = ::planus::Offset<Self>;

    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Saves> {
        ::planus::WriteAsOffset::prepare(self, builder)
    }
}

impl ::planus::WriteAsOptional<::planus::Offset<Saves>> for Saves {
    type Prepared = ::planus::Offset<Self>;

    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Saves>> {
        ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
    }
}

impl ::planus::WriteAsOffset<Saves> for Saves {
    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Saves> {
        Saves::create(
            builder,
        
            
            &self.players,
            
        
        )
    }
}

/// Builder for serializing an instance of the [Saves] type.
///
/// Can be created using the [Saves::builder] method.
#[derive(Debug)]
#[must_use]
pub struct SavesBuilder<State>(State);

impl<
    
> SavesBuilder
<
    (
    
    )
>
{
    /// Setter for the [`players` field](Saves#structfield.players).
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn players<T0>(self, value: T0) -> SavesBuilder<(
    
        T0,
    
    )>
    where T0: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Player>]>>
    {
        SavesBuilder((
            
            value,
        ))
    }

    

    
    /// Sets the [`players` field](Saves#structfield.players) to null.
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn players_as_null(self) -> SavesBuilder<(
        
        (),
    )>
    {
        self.players(())
    }
    
}



impl<
    
        T0,
    
> SavesBuilder<(
    
        T0,
    
)> {
    /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Saves].
    #[inline]
    pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Saves>
        where Self: ::planus::WriteAsOffset<Saves>
    {
        ::planus::WriteAsOffset::prepare(&self, builder)
    }
}

impl<
    
        T0: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Player>]>>,
    
> ::planus::WriteAs<::planus::Offset<Saves>> for SavesBuilder<(
    
        T0,
    
)> {
    type Prepared = ::planus::Offset<Saves>;

    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Saves> {
        ::planus::WriteAsOffset::prepare(self, builder)
    }
}

impl<
    
        T0: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Player>]>>,
    
> ::planus::WriteAsOptional<::planus::Offset<Saves>> for SavesBuilder<(
    
        T0,
    
)> {
    type Prepared = ::planus::Offset<Saves>;

    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Saves>> {
        ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
    }
}

impl<
    
        T0: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Player>]>>,
    
> ::planus::WriteAsOffset<Saves> for SavesBuilder<(
    
        T0,
    
)> {
    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Saves> {
        
        let (
            
                v0,
            
        ) = &self.0;Saves::create(
            builder,
            
                v0,
            
        )
    }
}

/// Reference to a deserialized [Saves].
#[derive(Copy, Clone)]
pub struct SavesRef<'a>(
    #[allow(dead_code)]
    ::planus::table_reader::Table<'a>
);

impl<'a> SavesRef<'a> {
    
        /// Getter for the [`players` field](Saves#structfield.players).
        #[inline]
        pub fn players(&self) -> ::planus::Result<::core::option::Option<::planus::Vector<'a, ::planus::Result<self::PlayerRef<'a>>>>> {
            
            
              
              self.0.access(0, "Saves", "players")
              
            
            
            
        }
    
}

impl<'a> ::core::fmt::Debug for SavesRef<'a> {
    fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        let mut f = f.debug_struct("SavesRef");
        if let ::core::option::Option::Some(field_players) = self.players().transpose() {
                f.field("players", &field_players);
            }
        f.finish()
    }
}

impl<'a> ::core::convert::TryFrom<SavesRef<'a>> for Saves {
    type Error = ::planus::Error;


    #[allow(unreachable_code)]
    fn try_from(value: SavesRef<'a>) -> ::planus::Result<Self> {

        ::core::result::Result::Ok(Self {
            players: 
                            if let ::core::option::Option::Some(players) = value.players()? {
                                ::core::option::Option::Some(players.to_vec_result()?)
                            } else {
                                ::core::option::Option::None
                            }
                        ,
        })
    }
}

impl<'a> ::planus::TableRead<'a> for SavesRef<'a> {
    #[inline]
    fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
        ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
    }
}

impl<'a> ::planus::VectorReadInner<'a> for SavesRef<'a> {
    type Error = ::planus::Error;
    const STRIDE: usize = 4;

    unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::planus::Result<Self> {
        ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| error_kind.with_error_location(
            "[SavesRef]",
            "get",
            buffer.offset_from_start,
        ))
    }
}

/// # Safety
/// The planus compiler generates implementations that initialize
/// the bytes in `write_values`.
unsafe impl ::planus::VectorWrite<::planus::Offset<Saves>> for Saves {
    type Value = ::planus::Offset<Saves>;
    const STRIDE: usize = 4;
    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
        ::planus::WriteAs::prepare(self, builder)
    }

    #[inline]
    unsafe fn write_values(
        values: &[::planus::Offset<Saves>],
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

impl<'a> ::planus::ReadAsRoot<'a> for SavesRef<'a> {
    fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
        ::planus::TableRead::from_buffer(::planus::SliceWithStartOffset {
            buffer: slice,
            offset_from_start: 0,
        }, 0).map_err(|error_kind| error_kind.with_error_location(
            "[SavesRef]",
            "read_as_root",
            0,
        ))
    }
}

    
/// The struct `Position` in the namespace `formats`
/// 
/// Generated from these locations:
/// * Struct `Position` in the file `schema/formats.fbs:45`
#[derive(Copy, Clone, Debug, PartialEq, PartialOrd,

Default, 
::serde::Serialize, ::serde::Deserialize
)]
pub struct Position {
    
        /// The field `x` in the struct `Position`
        pub x: f64,
    
        /// The field `y` in the struct `Position`
        pub y: f64,
    
        /// The field `z` in the struct `Position`
        pub z: f64,
    
}

/// # Safety
/// The Planus compiler correctly calculates `ALIGNMENT` and `SIZE`.
unsafe impl ::planus::Primitive for Position {
    const ALIGNMENT: usize = 8;
    const SIZE: usize = 24;
}

#[allow(clippy::identity_op)]
impl ::planus::WriteAsPrimitive<Position> for Position {
    #[inline]
    fn write<const N: usize>(&self, cursor: ::planus::Cursor<'_, N>, buffer_position: u32) {
        let (cur, cursor) = cursor.split::<8 , 16>();
            self.x.write(cur, buffer_position - 0);let (cur, cursor) = cursor.split::<8 , 8>();
            self.y.write(cur, buffer_position - 8);let (cur, cursor) = cursor.split::<8 , 0>();
            self.z.write(cur, buffer_position - 16);
        cursor.finish([]);
    }
}

impl ::planus::WriteAsOffset<Position> for Position {
    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Position> {
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

impl ::planus::WriteAs<Position> for Position {
    type Prepared = Self;
    #[inline]
    fn prepare(&self, _builder: &mut ::planus::Builder) -> Self {
        *self
    }
}

impl ::planus::WriteAsOptional<Position> for Position {
    type Prepared = Self;
    #[inline]
    fn prepare(&self, _builder: &mut ::planus::Builder) -> ::core::option::Option<Self> {
        ::core::option::Option::Some(*self)
    }
}

/// Reference to a deserialized [Position].
#[derive(Copy, Clone)]
pub struct PositionRef<'a>(::planus::ArrayWithStartOffset<'a, 24>);

impl<'a> PositionRef<'a> {
    
        /// Getter for the [`x` field](Position#structfield.x).
        pub fn x(&self) -> f64 {
            let buffer = self.0.advance_as_array::<8>(0).unwrap();
            
            f64::from_le_bytes(*buffer.as_array())
            
        }
    
        /// Getter for the [`y` field](Position#structfield.y).
        pub fn y(&self) -> f64 {
            let buffer = self.0.advance_as_array::<8>(8).unwrap();
            
            f64::from_le_bytes(*buffer.as_array())
            
        }
    
        /// Getter for the [`z` field](Position#structfield.z).
        pub fn z(&self) -> f64 {
            let buffer = self.0.advance_as_array::<8>(16).unwrap();
            
            f64::from_le_bytes(*buffer.as_array())
            
        }
    
}

impl<'a> ::core::fmt::Debug for PositionRef<'a> {
    fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        let mut f = f.debug_struct("PositionRef");
        f.field("x", &self.x());f.field("y", &self.y());f.field("z", &self.z());
        f.finish()
    }
}

impl<'a> ::core::convert::From<::planus::ArrayWithStartOffset<'a, 24>> for PositionRef<'a> {
    fn from(array: ::planus::ArrayWithStartOffset<'a, 24>) -> Self {
        Self(array)
    }
}

impl<'a> ::core::convert::From<PositionRef<'a>> for Position {
    #[allow(unreachable_code)]
    fn from(value: PositionRef<'a>) -> Self {
        Self {
        x:
            value.x(),
            y:
            value.y(),
            z:
            value.z(),
            
        }
    }
}

impl<'a, 'b> ::core::cmp::PartialEq<PositionRef<'a>> for PositionRef<'b> {
    fn eq(&self, other: &PositionRef<'_>) -> bool {
        
            self.x() == other.x() && 
            self.y() == other.y() && 
            self.z() == other.z()
    }
}

    impl<'a, 'b> ::core::cmp::PartialOrd<PositionRef<'a>> for PositionRef<'b> {
        fn partial_cmp(&self, other: &PositionRef<'_>) -> ::core::option::Option<::core::cmp::Ordering> {
            
                match self.x().partial_cmp(&other.x()) {
                    ::core::option::Option::Some(::core::cmp::Ordering::Equal) => (),
                    o => return o,
                }
                
                match self.y().partial_cmp(&other.y()) {
                    ::core::option::Option::Some(::core::cmp::Ordering::Equal) => (),
                    o => return o,
                }
                
                self.z().partial_cmp(&other.z())
                
        }
    }


impl<'a> ::planus::TableRead<'a> for PositionRef<'a> {
    #[inline]
    fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
        let buffer = buffer.advance_as_array::<24>(offset)?;
        ::core::result::Result::Ok(Self(buffer))
    }
}

impl<'a> ::planus::VectorRead<'a> for PositionRef<'a> {
    const STRIDE: usize = 24;

    #[inline]
    unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> Self {
        Self(unsafe { buffer.unchecked_advance_as_array(offset) })
    }
}

/// # Safety
/// The planus compiler generates implementations that initialize
/// the bytes in `write_values`.
unsafe impl ::planus::VectorWrite<Position> for Position {
    const STRIDE: usize = 24;

    type Value = Position;

    #[inline]
    fn prepare(&self, _builder: &mut ::planus::Builder) -> Self::Value {
        *self
    }

    #[inline]
    unsafe fn write_values(
        values: &[Position],
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

    
/// The struct `Facing` in the namespace `formats`
/// 
/// Generated from these locations:
/// * Struct `Facing` in the file `schema/formats.fbs:51`
#[derive(Copy, Clone, Debug, PartialEq, PartialOrd,

Default, 
::serde::Serialize, ::serde::Deserialize
)]
pub struct Facing {
    
        /// The field `yaw` in the struct `Facing`
        pub yaw: f32,
    
        /// The field `pitch` in the struct `Facing`
        pub pitch: f32,
    
}

/// # Safety
/// The Planus compiler correctly calculates `ALIGNMENT` and `SIZE`.
unsafe impl ::planus::Primitive for Facing {
    const ALIGNMENT: usize = 4;
    const SIZE: usize = 8;
}

#[allow(clippy::identity_op)]
impl ::planus::WriteAsPrimitive<Facing> for Facing {
    #[inline]
    fn write<const N: usize>(&self, cursor: ::planus::Cursor<'_, N>, buffer_position: u32) {
        let (cur, cursor) = cursor.split::<4 , 4>();
            self.yaw.write(cur, buffer_position - 0);let (cur, cursor) = cursor.split::<4 , 0>();
            self.pitch.write(cur, buffer_position - 4);
        cursor.finish([]);
    }
}

impl ::planus::WriteAsOffset<Facing> for Facing {
    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Facing> {
        unsafe {
            builder.write_with(
                8,
                3,
                |buffer_position, bytes| {
                    let bytes = bytes.as_mut_ptr();

                    ::planus::WriteAsPrimitive::write(
                        self,
                        ::planus::Cursor::new(&mut *(bytes as *mut [::core::mem::MaybeUninit<u8>; 8])),
                        buffer_position,
                    );
                }
            );
        }
        builder.current_offset()
    }
}

impl ::planus::WriteAs<Facing> for Facing {
    type Prepared = Self;
    #[inline]
    fn prepare(&self, _builder: &mut ::planus::Builder) -> Self {
        *self
    }
}

impl ::planus::WriteAsOptional<Facing> for Facing {
    type Prepared = Self;
    #[inline]
    fn prepare(&self, _builder: &mut ::planus::Builder) -> ::core::option::Option<Self> {
        ::core::option::Option::Some(*self)
    }
}

/// Reference to a deserialized [Facing].
#[derive(Copy, Clone)]
pub struct FacingRef<'a>(::planus::ArrayWithStartOffset<'a, 8>);

impl<'a> FacingRef<'a> {
    
        /// Getter for the [`yaw` field](Facing#structfield.yaw).
        pub fn yaw(&self) -> f32 {
            let buffer = self.0.advance_as_array::<4>(0).unwrap();
            
            f32::from_le_bytes(*buffer.as_array())
            
        }
    
        /// Getter for the [`pitch` field](Facing#structfield.pitch).
        pub fn pitch(&self) -> f32 {
            let buffer = self.0.advance_as_array::<4>(4).unwrap();
            
            f32::from_le_bytes(*buffer.as_array())
            
        }
    
}

impl<'a> ::core::fmt::Debug for FacingRef<'a> {
    fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        let mut f = f.debug_struct("FacingRef");
        f.field("yaw", &self.yaw());f.field("pitch", &self.pitch());
        f.finish()
    }
}

impl<'a> ::core::convert::From<::planus::ArrayWithStartOffset<'a, 8>> for FacingRef<'a> {
    fn from(array: ::planus::ArrayWithStartOffset<'a, 8>) -> Self {
        Self(array)
    }
}

impl<'a> ::core::convert::From<FacingRef<'a>> for Facing {
    #[allow(unreachable_code)]
    fn from(value: FacingRef<'a>) -> Self {
        Self {
        yaw:
            value.yaw(),
            pitch:
            value.pitch(),
            
        }
    }
}

impl<'a, 'b> ::core::cmp::PartialEq<FacingRef<'a>> for FacingRef<'b> {
    fn eq(&self, other: &FacingRef<'_>) -> bool {
        
            self.yaw() == other.yaw() && 
            self.pitch() == other.pitch()
    }
}

    impl<'a, 'b> ::core::cmp::PartialOrd<FacingRef<'a>> for FacingRef<'b> {
        fn partial_cmp(&self, other: &FacingRef<'_>) -> ::core::option::Option<::core::cmp::Ordering> {
            
                match self.yaw().partial_cmp(&other.yaw()) {
                    ::core::option::Option::Some(::core::cmp::Ordering::Equal) => (),
                    o => return o,
                }
                
                self.pitch().partial_cmp(&other.pitch())
                
        }
    }


impl<'a> ::planus::TableRead<'a> for FacingRef<'a> {
    #[inline]
    fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
        let buffer = buffer.advance_as_array::<8>(offset)?;
        ::core::result::Result::Ok(Self(buffer))
    }
}

impl<'a> ::planus::VectorRead<'a> for FacingRef<'a> {
    const STRIDE: usize = 8;

    #[inline]
    unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> Self {
        Self(unsafe { buffer.unchecked_advance_as_array(offset) })
    }
}

/// # Safety
/// The planus compiler generates implementations that initialize
/// the bytes in `write_values`.
unsafe impl ::planus::VectorWrite<Facing> for Facing {
    const STRIDE: usize = 8;

    type Value = Facing;

    #[inline]
    fn prepare(&self, _builder: &mut ::planus::Builder) -> Self::Value {
        *self
    }

    #[inline]
    unsafe fn write_values(
        values: &[Facing],
        bytes: *mut ::core::mem::MaybeUninit<u8>,
        buffer_position: u32,
    ) {
        let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 8];
        for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
            ::planus::WriteAsPrimitive::write(
                v,
                ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                
                buffer_position - (8 * i) as u32,
                
            );
        }
    }
}

    
/// The struct `Id` in the namespace `formats`
/// 
/// Generated from these locations:
/// * Struct `Id` in the file `schema/formats.fbs:56`
#[derive(Copy, Clone, Debug, PartialEq, PartialOrd,
Eq, Ord, Hash,
Default, 
::serde::Serialize, ::serde::Deserialize
)]
pub struct Id {
    
        /// The field `a` in the struct `Id`
        pub a: u32,
    
        /// The field `b` in the struct `Id`
        pub b: u32,
    
        /// The field `c` in the struct `Id`
        pub c: u32,
    
        /// The field `d` in the struct `Id`
        pub d: u32,
    
}

/// # Safety
/// The Planus compiler correctly calculates `ALIGNMENT` and `SIZE`.
unsafe impl ::planus::Primitive for Id {
    const ALIGNMENT: usize = 4;
    const SIZE: usize = 16;
}

#[allow(clippy::identity_op)]
impl ::planus::WriteAsPrimitive<Id> for Id {
    #[inline]
    fn write<const N: usize>(&self, cursor: ::planus::Cursor<'_, N>, buffer_position: u32) {
        let (cur, cursor) = cursor.split::<4 , 12>();
            self.a.write(cur, buffer_position - 0);let (cur, cursor) = cursor.split::<4 , 8>();
            self.b.write(cur, buffer_position - 4);let (cur, cursor) = cursor.split::<4 , 4>();
            self.c.write(cur, buffer_position - 8);let (cur, cursor) = cursor.split::<4 , 0>();
            self.d.write(cur, buffer_position - 12);
        cursor.finish([]);
    }
}

impl ::planus::WriteAsOffset<Id> for Id {
    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Id> {
        unsafe {
            builder.write_with(
                16,
                3,
                |buffer_position, bytes| {
                    let bytes = bytes.as_mut_ptr();

                    ::planus::WriteAsPrimitive::write(
                        self,
                        ::planus::Cursor::new(&mut *(bytes as *mut [::core::mem::MaybeUninit<u8>; 16])),
                        buffer_position,
                    );
                }
            );
        }
        builder.current_offset()
    }
}

impl ::planus::WriteAs<Id> for Id {
    type Prepared = Self;
    #[inline]
    fn prepare(&self, _builder: &mut ::planus::Builder) -> Self {
        *self
    }
}

impl ::planus::WriteAsOptional<Id> for Id {
    type Prepared = Self;
    #[inline]
    fn prepare(&self, _builder: &mut ::planus::Builder) -> ::core::option::Option<Self> {
        ::core::option::Option::Some(*self)
    }
}

/// Reference to a deserialized [Id].
#[derive(Copy, Clone)]
pub struct IdRef<'a>(::planus::ArrayWithStartOffset<'a, 16>);

impl<'a> IdRef<'a> {
    
        /// Getter for the [`a` field](Id#structfield.a).
        pub fn a(&self) -> u32 {
            let buffer = self.0.advance_as_array::<4>(0).unwrap();
            
            u32::from_le_bytes(*buffer.as_array())
            
        }
    
        /// Getter for the [`b` field](Id#structfield.b).
        pub fn b(&self) -> u32 {
            let buffer = self.0.advance_as_array::<4>(4).unwrap();
            
            u32::from_le_bytes(*buffer.as_array())
            
        }
    
        /// Getter for the [`c` field](Id#structfield.c).
        pub fn c(&self) -> u32 {
            let buffer = self.0.advance_as_array::<4>(8).unwrap();
            
            u32::from_le_bytes(*buffer.as_array())
            
        }
    
        /// Getter for the [`d` field](Id#structfield.d).
        pub fn d(&self) -> u32 {
            let buffer = self.0.advance_as_array::<4>(12).unwrap();
            
            u32::from_le_bytes(*buffer.as_array())
            
        }
    
}

impl<'a> ::core::fmt::Debug for IdRef<'a> {
    fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        let mut f = f.debug_struct("IdRef");
        f.field("a", &self.a());f.field("b", &self.b());f.field("c", &self.c());f.field("d", &self.d());
        f.finish()
    }
}

impl<'a> ::core::convert::From<::planus::ArrayWithStartOffset<'a, 16>> for IdRef<'a> {
    fn from(array: ::planus::ArrayWithStartOffset<'a, 16>) -> Self {
        Self(array)
    }
}

impl<'a> ::core::convert::From<IdRef<'a>> for Id {
    #[allow(unreachable_code)]
    fn from(value: IdRef<'a>) -> Self {
        Self {
        a:
            value.a(),
            b:
            value.b(),
            c:
            value.c(),
            d:
            value.d(),
            
        }
    }
}

impl<'a, 'b> ::core::cmp::PartialEq<IdRef<'a>> for IdRef<'b> {
    fn eq(&self, other: &IdRef<'_>) -> bool {
        
            self.a() == other.a() && 
            self.b() == other.b() && 
            self.c() == other.c() && 
            self.d() == other.d()
    }
}

    impl<'a> ::core::cmp::Eq for IdRef<'a> {}
    impl<'a, 'b> ::core::cmp::PartialOrd<IdRef<'a>> for IdRef<'b> {
        fn partial_cmp(&self, other: &IdRef<'_>) -> ::core::option::Option<::core::cmp::Ordering> {
            ::core::option::Option::Some(::core::cmp::Ord::cmp(self, other))
        }
    }

    impl<'a> ::core::cmp::Ord for IdRef<'a> {
        fn cmp(&self, other: &IdRef<'_>) -> ::core::cmp::Ordering {
            
                self.a().cmp(&other.a())
                
                .then_with(|| self.b().cmp(&other.b()))
                
                .then_with(|| self.c().cmp(&other.c()))
                
                .then_with(|| self.d().cmp(&other.d()))
                
        }
    }

    impl<'a> ::core::hash::Hash for IdRef<'a> {
        fn hash<H: ::core::hash::Hasher>(&self, state: &mut H) {
            self.a().hash(state);self.b().hash(state);self.c().hash(state);self.d().hash(state);
        }
    }


impl<'a> ::planus::TableRead<'a> for IdRef<'a> {
    #[inline]
    fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
        let buffer = buffer.advance_as_array::<16>(offset)?;
        ::core::result::Result::Ok(Self(buffer))
    }
}

impl<'a> ::planus::VectorRead<'a> for IdRef<'a> {
    const STRIDE: usize = 16;

    #[inline]
    unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> Self {
        Self(unsafe { buffer.unchecked_advance_as_array(offset) })
    }
}

/// # Safety
/// The planus compiler generates implementations that initialize
/// the bytes in `write_values`.
unsafe impl ::planus::VectorWrite<Id> for Id {
    const STRIDE: usize = 16;

    type Value = Id;

    #[inline]
    fn prepare(&self, _builder: &mut ::planus::Builder) -> Self::Value {
        *self
    }

    #[inline]
    unsafe fn write_values(
        values: &[Id],
        bytes: *mut ::core::mem::MaybeUninit<u8>,
        buffer_position: u32,
    ) {
        let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 16];
        for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
            ::planus::WriteAsPrimitive::write(
                v,
                ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                
                buffer_position - (16 * i) as u32,
                
            );
        }
    }
}

    
/// The enum `Mode` in the namespace `formats`
/// 
/// Generated from these locations:
/// * Enum `Mode` in the file `schema/formats.fbs:63`
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, ::serde::Serialize, ::serde::Deserialize)]#[repr(u8)]pub enum Mode {
    
        /// The variant `Story` in the enum `Mode`
        Story = 0,
    
        /// The variant `Free` in the enum `Mode`
        Free = 1,
    
        /// The variant `Building` in the enum `Mode`
        Building = 2,
    
        /// The variant `Watching` in the enum `Mode`
        Watching = 3,
    
}

impl Mode {
    /// Array containing all valid variants of Mode
    pub const ENUM_VALUES: [Self; 4] = [Self::Story,Self::Free,Self::Building,Self::Watching,];
}

impl ::core::convert::TryFrom<u8> for Mode {
    type Error = ::planus::errors::UnknownEnumTagKind;
    #[inline]
    fn try_from(value: u8) -> ::core::result::Result<Self, ::planus::errors::UnknownEnumTagKind> {
        #[allow(clippy::match_single_binding)]
        match value {
            0 => ::core::result::Result::Ok(Mode::Story),
            1 => ::core::result::Result::Ok(Mode::Free),
            2 => ::core::result::Result::Ok(Mode::Building),
            3 => ::core::result::Result::Ok(Mode::Watching),
            

            _ => ::core::result::Result::Err(::planus::errors::UnknownEnumTagKind { tag: value as i128 }),
        }
    }
}

impl ::core::convert::From<Mode> for u8 {
    #[inline]
    fn from(value: Mode) -> Self {
        value as u8
    }
}

/// # Safety
/// The Planus compiler correctly calculates `ALIGNMENT` and `SIZE`.
unsafe impl ::planus::Primitive for Mode {
    const ALIGNMENT: usize = 1;
    const SIZE: usize = 1;
}

impl ::planus::WriteAsPrimitive<Mode> for Mode {
    #[inline]
    fn write<const N: usize>(&self, cursor: ::planus::Cursor<'_, N>, buffer_position: u32) {
        (*self as u8).write(cursor, buffer_position);
    }
}

impl ::planus::WriteAs<Mode> for Mode {
    type Prepared = Self;

    #[inline]
    fn prepare(&self, _builder: &mut ::planus::Builder) -> Mode {
        *self
    }
}

impl ::planus::WriteAsDefault<Mode, Mode> for Mode {
    type Prepared = Self;

    #[inline]
    fn prepare(&self, _builder: &mut ::planus::Builder, default: &Mode) -> ::core::option::Option<Mode> {
        if self == default {
            ::core::option::Option::None
        } else {
            ::core::option::Option::Some(*self)
        }
    }
}

impl ::planus::WriteAsOptional<Mode> for Mode {
    type Prepared = Self;

    #[inline]
    fn prepare(&self, _builder: &mut ::planus::Builder) -> ::core::option::Option<Mode> {
        ::core::option::Option::Some(*self)
    }
}

impl<'buf> ::planus::TableRead<'buf> for Mode {
    #[inline]
    fn from_buffer(buffer: ::planus::SliceWithStartOffset<'buf>, offset: usize) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
        let n: u8 = ::planus::TableRead::from_buffer(buffer, offset)?;
        ::core::result::Result::Ok(::core::convert::TryInto::try_into(n)?)
    }
}

impl<'buf> ::planus::VectorReadInner<'buf> for Mode {
    type Error = ::planus::errors::UnknownEnumTag;
    const STRIDE: usize = 1;
    #[inline]
    unsafe fn from_buffer(
        buffer: ::planus::SliceWithStartOffset<'buf>,
        offset: usize,
    ) -> ::core::result::Result<Self, ::planus::errors::UnknownEnumTag> {let value = unsafe { *buffer.buffer.get_unchecked(offset) };let value: ::core::result::Result<Self, _> = ::core::convert::TryInto::try_into(value);
        value.map_err(|error_kind| error_kind.with_error_location(
            "Mode",
            "VectorRead::from_buffer",
            buffer.offset_from_start,
        ))
    }
}

/// # Safety
/// The planus compiler generates implementations that initialize
/// the bytes in `write_values`.
unsafe impl ::planus::VectorWrite<Mode> for Mode {
    const STRIDE: usize = 1;

    type Value = Self;

    #[inline]
    fn prepare(&self, _builder: &mut ::planus::Builder) -> Self {
        *self
    }

    #[inline]
    unsafe fn write_values(
        values: &[Self],
        bytes: *mut ::core::mem::MaybeUninit<u8>,
        buffer_position: u32,
    ) {
        let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 1];
        for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
            ::planus::WriteAsPrimitive::write(
                v,
                ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                
                buffer_position - i as u32,
                
            );
        }
    }
}

    
/// The table `Player` in the namespace `formats`
/// 
/// Generated from these locations:
/// * Table `Player` in the file `schema/formats.fbs:70`
#[derive(Clone, Debug, PartialEq, PartialOrd,

::serde::Serialize, ::serde::Deserialize
)]
pub struct Player{
    
        /// The field `mode` in the table `Player`
        pub mode: self::Mode,
        /// The field `previous_mode` in the table `Player`
        pub previous_mode: self::Mode,
        /// The field `score` in the table `Player`
        pub score: i64,
        /// The field `world` in the table `Player`
        pub world: ::planus::alloc::string::String,
        /// The field `chosen_slot` in the table `Player`
        pub chosen_slot: u32,
        /// The field `chosen` in the table `Player`
        pub chosen: ::planus::alloc::boxed::Box<self::Item>,
        /// The field `home_world` in the table `Player`
        pub home_world: ::core::option::Option<::planus::alloc::string::String>,
        /// The field `home_x` in the table `Player`
        pub home_x: i64,
        /// The field `home_y` in the table `Player`
        pub home_y: i64,
        /// The field `home_z` in the table `Player`
        pub home_z: i64,
        /// The field `home_fixed` in the table `Player`
        pub home_fixed: ::core::option::Option<bool>,
        /// The field `awake` in the table `Player`
        pub awake: u16,
        /// The field `hunger` in the table `Player`
        pub hunger: f32,
        /// The field `thirst` in the table `Player`
        pub thirst: f32,
        /// The field `since_meal` in the table `Player`
        pub since_meal: u32,
        /// The field `level` in the table `Player`
        pub level: u32,
        /// The field `progress` in the table `Player`
        pub progress: f32,
        /// The field `experience` in the table `Player`
        pub experience: i32,
        /// The field `seed` in the table `Player`
        pub seed: i32,
        /// The field `carried` in the table `Player`
        pub carried: ::core::option::Option<::planus::alloc::vec::Vec<self::Item>>,
        /// The field `stored` in the table `Player`
        pub stored: ::core::option::Option<::planus::alloc::vec::Vec<self::Item>>,
        /// The field `abilities` in the table `Player`
        pub abilities: self::Abilities,
        /// The field `gate` in the table `Player`
        pub gate: ::core::option::Option<self::Position>,
        /// The field `mount` in the table `Player`
        pub mount: ::core::option::Option<::planus::alloc::boxed::Box<self::Mount>>,
        /// The field `left` in the table `Player`
        pub left: ::core::option::Option<::planus::alloc::boxed::Box<self::Creature>>,
        /// The field `right` in the table `Player`
        pub right: ::core::option::Option<::planus::alloc::boxed::Box<self::Creature>>,
        /// The field `finished` in the table `Player`
        pub finished: bool,
        /// The field `recipes` in the table `Player`
        pub recipes: ::planus::alloc::boxed::Box<self::Recipes>,}


#[allow(clippy::derivable_impls)]
impl ::core::default::Default for Player {
    fn default() -> Self {
        Self {
        mode: self::Mode::Story,
        previous_mode: self::Mode::Story,
        score: 0,
        world: ::core::default::Default::default(),
        chosen_slot: 0,
        chosen: ::core::default::Default::default(),
        home_world: ::core::default::Default::default(),
        home_x: 0,
        home_y: 0,
        home_z: 0,
        home_fixed: ::core::default::Default::default(),
        awake: 0,
        hunger: 0.0,
        thirst: 0.0,
        since_meal: 0,
        level: 0,
        progress: 0.0,
        experience: 0,
        seed: 0,
        carried: ::core::default::Default::default(),
        stored: ::core::default::Default::default(),
        abilities: ::core::default::Default::default(),
        gate: ::core::default::Default::default(),
        mount: ::core::default::Default::default(),
        left: ::core::default::Default::default(),
        right: ::core::default::Default::default(),
        finished: false,
        recipes: ::core::default::Default::default(),
        
        }
    }
}


impl Player {
    /// Creates a [PlayerBuilder] for serializing an instance of this table.
    #[inline]
    pub fn builder() -> PlayerBuilder<()> {
        PlayerBuilder(())
    }

    #[allow(clippy::too_many_arguments)]
    pub fn create(
        builder: &mut ::planus::Builder,
        field_mode: impl ::planus::WriteAsDefault<self::Mode, self::Mode>,
        field_previous_mode: impl ::planus::WriteAsDefault<self::Mode, self::Mode>,
        field_score: impl ::planus::WriteAsDefault<i64, i64>,
        field_world: impl ::planus::WriteAs<::planus::Offset<str>>,
        field_chosen_slot: impl ::planus::WriteAsDefault<u32, u32>,
        field_chosen: impl ::planus::WriteAs<::planus::Offset<self::Item>>,
        field_home_world: impl ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
        field_home_x: impl ::planus::WriteAsDefault<i64, i64>,
        field_home_y: impl ::planus::WriteAsDefault<i64, i64>,
        field_home_z: impl ::planus::WriteAsDefault<i64, i64>,
        field_home_fixed: impl ::planus::WriteAsOptional<bool>,
        field_awake: impl ::planus::WriteAsDefault<u16, u16>,
        field_hunger: impl ::planus::WriteAsDefault<f32, f32>,
        field_thirst: impl ::planus::WriteAsDefault<f32, f32>,
        field_since_meal: impl ::planus::WriteAsDefault<u32, u32>,
        field_level: impl ::planus::WriteAsDefault<u32, u32>,
        field_progress: impl ::planus::WriteAsDefault<f32, f32>,
        field_experience: impl ::planus::WriteAsDefault<i32, i32>,
        field_seed: impl ::planus::WriteAsDefault<i32, i32>,
        field_carried: impl ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Item>]>>,
        field_stored: impl ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Item>]>>,
        field_abilities: impl ::planus::WriteAs<self::Abilities>,
        field_gate: impl ::planus::WriteAsOptional<self::Position>,
        field_mount: impl ::planus::WriteAsOptional<::planus::Offset<self::Mount>>,
        field_left: impl ::planus::WriteAsOptional<::planus::Offset<self::Creature>>,
        field_right: impl ::planus::WriteAsOptional<::planus::Offset<self::Creature>>,
        field_finished: impl ::planus::WriteAsDefault<bool, bool>,
        field_recipes: impl ::planus::WriteAs<::planus::Offset<self::Recipes>>,
        
    ) -> ::planus::Offset<Self> {let prepared_mode = field_mode.prepare(builder, &self::Mode::Story);let prepared_previous_mode = field_previous_mode.prepare(builder, &self::Mode::Story);let prepared_score = field_score.prepare(builder, &0);let prepared_world = field_world.prepare(builder);let prepared_chosen_slot = field_chosen_slot.prepare(builder, &0);let prepared_chosen = field_chosen.prepare(builder);let prepared_home_world = field_home_world.prepare(builder);let prepared_home_x = field_home_x.prepare(builder, &0);let prepared_home_y = field_home_y.prepare(builder, &0);let prepared_home_z = field_home_z.prepare(builder, &0);let prepared_home_fixed = field_home_fixed.prepare(builder);let prepared_awake = field_awake.prepare(builder, &0);let prepared_hunger = field_hunger.prepare(builder, &0.0);let prepared_thirst = field_thirst.prepare(builder, &0.0);let prepared_since_meal = field_since_meal.prepare(builder, &0);let prepared_level = field_level.prepare(builder, &0);let prepared_progress = field_progress.prepare(builder, &0.0);let prepared_experience = field_experience.prepare(builder, &0);let prepared_seed = field_seed.prepare(builder, &0);let prepared_carried = field_carried.prepare(builder);let prepared_stored = field_stored.prepare(builder);let prepared_abilities = field_abilities.prepare(builder);let prepared_gate = field_gate.prepare(builder);let prepared_mount = field_mount.prepare(builder);let prepared_left = field_left.prepare(builder);let prepared_right = field_right.prepare(builder);let prepared_finished = field_finished.prepare(builder, &false);let prepared_recipes = field_recipes.prepare(builder);

        let mut table_writer: ::planus::table_writer::TableWriter::<60> = ::core::default::Default::default();
        if prepared_score.is_some() {table_writer.write_entry::<i64>(2);}if prepared_home_x.is_some() {table_writer.write_entry::<i64>(7);}if prepared_home_y.is_some() {table_writer.write_entry::<i64>(8);}if prepared_home_z.is_some() {table_writer.write_entry::<i64>(9);}if prepared_gate.is_some() {table_writer.write_entry::<self::Position>(22);}table_writer.write_entry::<::planus::Offset<str>>(3);if prepared_chosen_slot.is_some() {table_writer.write_entry::<u32>(4);}table_writer.write_entry::<::planus::Offset<self::Item>>(5);if prepared_home_world.is_some() {table_writer.write_entry::<::planus::Offset<str>>(6);}if prepared_hunger.is_some() {table_writer.write_entry::<f32>(12);}if prepared_thirst.is_some() {table_writer.write_entry::<f32>(13);}if prepared_since_meal.is_some() {table_writer.write_entry::<u32>(14);}if prepared_level.is_some() {table_writer.write_entry::<u32>(15);}if prepared_progress.is_some() {table_writer.write_entry::<f32>(16);}if prepared_experience.is_some() {table_writer.write_entry::<i32>(17);}if prepared_seed.is_some() {table_writer.write_entry::<i32>(18);}if prepared_carried.is_some() {table_writer.write_entry::<::planus::Offset<[::planus::Offset<self::Item>]>>(19);}if prepared_stored.is_some() {table_writer.write_entry::<::planus::Offset<[::planus::Offset<self::Item>]>>(20);}table_writer.write_entry::<self::Abilities>(21);if prepared_mount.is_some() {table_writer.write_entry::<::planus::Offset<self::Mount>>(23);}if prepared_left.is_some() {table_writer.write_entry::<::planus::Offset<self::Creature>>(24);}if prepared_right.is_some() {table_writer.write_entry::<::planus::Offset<self::Creature>>(25);}table_writer.write_entry::<::planus::Offset<self::Recipes>>(27);if prepared_awake.is_some() {table_writer.write_entry::<u16>(11);}if prepared_mode.is_some() {table_writer.write_entry::<self::Mode>(0);}if prepared_previous_mode.is_some() {table_writer.write_entry::<self::Mode>(1);}if prepared_home_fixed.is_some() {table_writer.write_entry::<bool>(10);}if prepared_finished.is_some() {table_writer.write_entry::<bool>(26);}

        unsafe {
            table_writer.finish(builder, |object_writer| {if let ::core::option::Option::Some(prepared_score) = prepared_score {object_writer.write::<_, _, 8>(&prepared_score);}if let ::core::option::Option::Some(prepared_home_x) = prepared_home_x {object_writer.write::<_, _, 8>(&prepared_home_x);}if let ::core::option::Option::Some(prepared_home_y) = prepared_home_y {object_writer.write::<_, _, 8>(&prepared_home_y);}if let ::core::option::Option::Some(prepared_home_z) = prepared_home_z {object_writer.write::<_, _, 8>(&prepared_home_z);}if let ::core::option::Option::Some(prepared_gate) = prepared_gate {object_writer.write::<_, _, 24>(&prepared_gate);}object_writer.write::<_, _, 4>(&prepared_world);if let ::core::option::Option::Some(prepared_chosen_slot) = prepared_chosen_slot {object_writer.write::<_, _, 4>(&prepared_chosen_slot);}object_writer.write::<_, _, 4>(&prepared_chosen);if let ::core::option::Option::Some(prepared_home_world) = prepared_home_world {object_writer.write::<_, _, 4>(&prepared_home_world);}if let ::core::option::Option::Some(prepared_hunger) = prepared_hunger {object_writer.write::<_, _, 4>(&prepared_hunger);}if let ::core::option::Option::Some(prepared_thirst) = prepared_thirst {object_writer.write::<_, _, 4>(&prepared_thirst);}if let ::core::option::Option::Some(prepared_since_meal) = prepared_since_meal {object_writer.write::<_, _, 4>(&prepared_since_meal);}if let ::core::option::Option::Some(prepared_level) = prepared_level {object_writer.write::<_, _, 4>(&prepared_level);}if let ::core::option::Option::Some(prepared_progress) = prepared_progress {object_writer.write::<_, _, 4>(&prepared_progress);}if let ::core::option::Option::Some(prepared_experience) = prepared_experience {object_writer.write::<_, _, 4>(&prepared_experience);}if let ::core::option::Option::Some(prepared_seed) = prepared_seed {object_writer.write::<_, _, 4>(&prepared_seed);}if let ::core::option::Option::Some(prepared_carried) = prepared_carried {object_writer.write::<_, _, 4>(&prepared_carried);}if let ::core::option::Option::Some(prepared_stored) = prepared_stored {object_writer.write::<_, _, 4>(&prepared_stored);}object_writer.write::<_, _, 16>(&prepared_abilities);if let ::core::option::Option::Some(prepared_mount) = prepared_mount {object_writer.write::<_, _, 4>(&prepared_mount);}if let ::core::option::Option::Some(prepared_left) = prepared_left {object_writer.write::<_, _, 4>(&prepared_left);}if let ::core::option::Option::Some(prepared_right) = prepared_right {object_writer.write::<_, _, 4>(&prepared_right);}object_writer.write::<_, _, 4>(&prepared_recipes);if let ::core::option::Option::Some(prepared_awake) = prepared_awake {object_writer.write::<_, _, 2>(&prepared_awake);}if let ::core::option::Option::Some(prepared_mode) = prepared_mode {object_writer.write::<_, _, 1>(&prepared_mode);}if let ::core::option::Option::Some(prepared_previous_mode) = prepared_previous_mode {object_writer.write::<_, _, 1>(&prepared_previous_mode);}if let ::core::option::Option::Some(prepared_home_fixed) = prepared_home_fixed {object_writer.write::<_, _, 1>(&prepared_home_fixed);}if let ::core::option::Option::Some(prepared_finished) = prepared_finished {object_writer.write::<_, _, 1>(&prepared_finished);}
                
            });
        }builder.current_offset()
    }
}

impl ::planus::WriteAs<::planus::Offset<Player>> for Player {
    type Prepared = ::planus::Offset<Self>;

    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Player> {
        ::planus::WriteAsOffset::prepare(self, builder)
    }
}

impl ::planus::WriteAsOptional<::planus::Offset<Player>> for Player {
    type Prepared = ::planus::Offset<Self>;

    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Player>> {
        ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
    }
}

impl ::planus::WriteAsOffset<Player> for Player {
    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Player> {
        Player::create(
            builder,
        
            
            self.mode,
            
        
            
            self.previous_mode,
            
        
            
            self.score,
            
        
            
            &self.world,
            
        
            
            self.chosen_slot,
            
        
            
            &self.chosen,
            
        
            
            &self.home_world,
            
        
            
            self.home_x,
            
        
            
            self.home_y,
            
        
            
            self.home_z,
            
        
            
            self.home_fixed,
            
        
            
            self.awake,
            
        
            
            self.hunger,
            
        
            
            self.thirst,
            
        
            
            self.since_meal,
            
        
            
            self.level,
            
        
            
            self.progress,
            
        
            
            self.experience,
            
        
            
            self.seed,
            
        
            
            &self.carried,
            
        
            
            &self.stored,
            
        
            
            self.abilities,
            
        
            
            self.gate,
            
        
            
            &self.mount,
            
        
            
            &self.left,
            
        
            
            &self.right,
            
        
            
            self.finished,
            
        
            
            &self.recipes,
            
        
        )
    }
}

/// Builder for serializing an instance of the [Player] type.
///
/// Can be created using the [Player::builder] method.
#[derive(Debug)]
#[must_use]
pub struct PlayerBuilder<State>(State);

impl<
    
> PlayerBuilder
<
    (
    
    )
>
{
    /// Setter for the [`mode` field](Player#structfield.mode).
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn mode<T0>(self, value: T0) -> PlayerBuilder<(
    
        T0,
    
    )>
    where T0: ::planus::WriteAsDefault<self::Mode, self::Mode>
    {
        PlayerBuilder((
            
            value,
        ))
    }

    
    /// Sets the [`mode` field](Player#structfield.mode) to the default value.
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn mode_as_default(self) -> PlayerBuilder<(
        
        ::planus::DefaultValue,
    )>
    {
        self.mode(::planus::DefaultValue)
    }
    

    
}

impl<
    
        T0,
    
> PlayerBuilder
<
    (
    
        T0,
    
    )
>
{
    /// Setter for the [`previous_mode` field](Player#structfield.previous_mode).
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn previous_mode<T1>(self, value: T1) -> PlayerBuilder<(
    
        T0,
    
        T1,
    
    )>
    where T1: ::planus::WriteAsDefault<self::Mode, self::Mode>
    {
        
        let (
            
                v0,
            
        ) = self.0;PlayerBuilder((
            
                v0,
            
            value,
        ))
    }

    
    /// Sets the [`previous_mode` field](Player#structfield.previous_mode) to the default value.
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn previous_mode_as_default(self) -> PlayerBuilder<(
        
            T0,
        
        ::planus::DefaultValue,
    )>
    {
        self.previous_mode(::planus::DefaultValue)
    }
    

    
}

impl<
    
        T0,
    
        T1,
    
> PlayerBuilder
<
    (
    
        T0,
    
        T1,
    
    )
>
{
    /// Setter for the [`score` field](Player#structfield.score).
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn score<T2>(self, value: T2) -> PlayerBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
    )>
    where T2: ::planus::WriteAsDefault<i64, i64>
    {
        
        let (
            
                v0,
            
                v1,
            
        ) = self.0;PlayerBuilder((
            
                v0,
            
                v1,
            
            value,
        ))
    }

    
    /// Sets the [`score` field](Player#structfield.score) to the default value.
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn score_as_default(self) -> PlayerBuilder<(
        
            T0,
        
            T1,
        
        ::planus::DefaultValue,
    )>
    {
        self.score(::planus::DefaultValue)
    }
    

    
}

impl<
    
        T0,
    
        T1,
    
        T2,
    
> PlayerBuilder
<
    (
    
        T0,
    
        T1,
    
        T2,
    
    )
>
{
    /// Setter for the [`world` field](Player#structfield.world).
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn world<T3>(self, value: T3) -> PlayerBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
    )>
    where T3: ::planus::WriteAs<::planus::Offset<str>>
    {
        
        let (
            
                v0,
            
                v1,
            
                v2,
            
        ) = self.0;PlayerBuilder((
            
                v0,
            
                v1,
            
                v2,
            
            value,
        ))
    }

    

    
}

impl<
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
> PlayerBuilder
<
    (
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
    )
>
{
    /// Setter for the [`chosen_slot` field](Player#structfield.chosen_slot).
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn chosen_slot<T4>(self, value: T4) -> PlayerBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
    )>
    where T4: ::planus::WriteAsDefault<u32, u32>
    {
        
        let (
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
        ) = self.0;PlayerBuilder((
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
            value,
        ))
    }

    
    /// Sets the [`chosen_slot` field](Player#structfield.chosen_slot) to the default value.
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn chosen_slot_as_default(self) -> PlayerBuilder<(
        
            T0,
        
            T1,
        
            T2,
        
            T3,
        
        ::planus::DefaultValue,
    )>
    {
        self.chosen_slot(::planus::DefaultValue)
    }
    

    
}

impl<
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
> PlayerBuilder
<
    (
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
    )
>
{
    /// Setter for the [`chosen` field](Player#structfield.chosen).
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn chosen<T5>(self, value: T5) -> PlayerBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
    )>
    where T5: ::planus::WriteAs<::planus::Offset<self::Item>>
    {
        
        let (
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
        ) = self.0;PlayerBuilder((
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
            value,
        ))
    }

    

    
}

impl<
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
> PlayerBuilder
<
    (
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
    )
>
{
    /// Setter for the [`home_world` field](Player#structfield.home_world).
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn home_world<T6>(self, value: T6) -> PlayerBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
    )>
    where T6: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>
    {
        
        let (
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
                v5,
            
        ) = self.0;PlayerBuilder((
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
                v5,
            
            value,
        ))
    }

    

    
    /// Sets the [`home_world` field](Player#structfield.home_world) to null.
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn home_world_as_null(self) -> PlayerBuilder<(
        
            T0,
        
            T1,
        
            T2,
        
            T3,
        
            T4,
        
            T5,
        
        (),
    )>
    {
        self.home_world(())
    }
    
}

impl<
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
> PlayerBuilder
<
    (
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
    )
>
{
    /// Setter for the [`home_x` field](Player#structfield.home_x).
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn home_x<T7>(self, value: T7) -> PlayerBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
    )>
    where T7: ::planus::WriteAsDefault<i64, i64>
    {
        
        let (
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
                v5,
            
                v6,
            
        ) = self.0;PlayerBuilder((
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
                v5,
            
                v6,
            
            value,
        ))
    }

    
    /// Sets the [`home_x` field](Player#structfield.home_x) to the default value.
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn home_x_as_default(self) -> PlayerBuilder<(
        
            T0,
        
            T1,
        
            T2,
        
            T3,
        
            T4,
        
            T5,
        
            T6,
        
        ::planus::DefaultValue,
    )>
    {
        self.home_x(::planus::DefaultValue)
    }
    

    
}

impl<
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
> PlayerBuilder
<
    (
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
    )
>
{
    /// Setter for the [`home_y` field](Player#structfield.home_y).
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn home_y<T8>(self, value: T8) -> PlayerBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
    )>
    where T8: ::planus::WriteAsDefault<i64, i64>
    {
        
        let (
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
                v5,
            
                v6,
            
                v7,
            
        ) = self.0;PlayerBuilder((
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
                v5,
            
                v6,
            
                v7,
            
            value,
        ))
    }

    
    /// Sets the [`home_y` field](Player#structfield.home_y) to the default value.
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn home_y_as_default(self) -> PlayerBuilder<(
        
            T0,
        
            T1,
        
            T2,
        
            T3,
        
            T4,
        
            T5,
        
            T6,
        
            T7,
        
        ::planus::DefaultValue,
    )>
    {
        self.home_y(::planus::DefaultValue)
    }
    

    
}

impl<
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
> PlayerBuilder
<
    (
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
    )
>
{
    /// Setter for the [`home_z` field](Player#structfield.home_z).
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn home_z<T9>(self, value: T9) -> PlayerBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
    )>
    where T9: ::planus::WriteAsDefault<i64, i64>
    {
        
        let (
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
                v5,
            
                v6,
            
                v7,
            
                v8,
            
        ) = self.0;PlayerBuilder((
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
                v5,
            
                v6,
            
                v7,
            
                v8,
            
            value,
        ))
    }

    
    /// Sets the [`home_z` field](Player#structfield.home_z) to the default value.
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn home_z_as_default(self) -> PlayerBuilder<(
        
            T0,
        
            T1,
        
            T2,
        
            T3,
        
            T4,
        
            T5,
        
            T6,
        
            T7,
        
            T8,
        
        ::planus::DefaultValue,
    )>
    {
        self.home_z(::planus::DefaultValue)
    }
    

    
}

impl<
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
> PlayerBuilder
<
    (
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
    )
>
{
    /// Setter for the [`home_fixed` field](Player#structfield.home_fixed).
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn home_fixed<T10>(self, value: T10) -> PlayerBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
        T10,
    
    )>
    where T10: ::planus::WriteAsOptional<bool>
    {
        
        let (
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
                v5,
            
                v6,
            
                v7,
            
                v8,
            
                v9,
            
        ) = self.0;PlayerBuilder((
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
                v5,
            
                v6,
            
                v7,
            
                v8,
            
                v9,
            
            value,
        ))
    }

    

    
    /// Sets the [`home_fixed` field](Player#structfield.home_fixed) to null.
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn home_fixed_as_null(self) -> PlayerBuilder<(
        
            T0,
        
            T1,
        
            T2,
        
            T3,
        
            T4,
        
            T5,
        
            T6,
        
            T7,
        
            T8,
        
            T9,
        
        (),
    )>
    {
        self.home_fixed(())
    }
    
}

impl<
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
        T10,
    
> PlayerBuilder
<
    (
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
        T10,
    
    )
>
{
    /// Setter for the [`awake` field](Player#structfield.awake).
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn awake<T11>(self, value: T11) -> PlayerBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
        T10,
    
        T11,
    
    )>
    where T11: ::planus::WriteAsDefault<u16, u16>
    {
        
        let (
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
                v5,
            
                v6,
            
                v7,
            
                v8,
            
                v9,
            
                v10,
            
        ) = self.0;PlayerBuilder((
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
                v5,
            
                v6,
            
                v7,
            
                v8,
            
                v9,
            
                v10,
            
            value,
        ))
    }

    
    /// Sets the [`awake` field](Player#structfield.awake) to the default value.
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn awake_as_default(self) -> PlayerBuilder<(
        
            T0,
        
            T1,
        
            T2,
        
            T3,
        
            T4,
        
            T5,
        
            T6,
        
            T7,
        
            T8,
        
            T9,
        
            T10,
        
        ::planus::DefaultValue,
    )>
    {
        self.awake(::planus::DefaultValue)
    }
    

    
}

impl<
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
        T10,
    
        T11,
    
> PlayerBuilder
<
    (
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
        T10,
    
        T11,
    
    )
>
{
    /// Setter for the [`hunger` field](Player#structfield.hunger).
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn hunger<T12>(self, value: T12) -> PlayerBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
        T10,
    
        T11,
    
        T12,
    
    )>
    where T12: ::planus::WriteAsDefault<f32, f32>
    {
        
        let (
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
                v5,
            
                v6,
            
                v7,
            
                v8,
            
                v9,
            
                v10,
            
                v11,
            
        ) = self.0;PlayerBuilder((
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
                v5,
            
                v6,
            
                v7,
            
                v8,
            
                v9,
            
                v10,
            
                v11,
            
            value,
        ))
    }

    
    /// Sets the [`hunger` field](Player#structfield.hunger) to the default value.
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn hunger_as_default(self) -> PlayerBuilder<(
        
            T0,
        
            T1,
        
            T2,
        
            T3,
        
            T4,
        
            T5,
        
            T6,
        
            T7,
        
            T8,
        
            T9,
        
            T10,
        
            T11,
        
        ::planus::DefaultValue,
    )>
    {
        self.hunger(::planus::DefaultValue)
    }
    

    
}

impl<
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
        T10,
    
        T11,
    
        T12,
    
> PlayerBuilder
<
    (
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
        T10,
    
        T11,
    
        T12,
    
    )
>
{
    /// Setter for the [`thirst` field](Player#structfield.thirst).
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn thirst<T13>(self, value: T13) -> PlayerBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
        T10,
    
        T11,
    
        T12,
    
        T13,
    
    )>
    where T13: ::planus::WriteAsDefault<f32, f32>
    {
        
        let (
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
                v5,
            
                v6,
            
                v7,
            
                v8,
            
                v9,
            
                v10,
            
                v11,
            
                v12,
            
        ) = self.0;PlayerBuilder((
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
                v5,
            
                v6,
            
                v7,
            
                v8,
            
                v9,
            
                v10,
            
                v11,
            
                v12,
            
            value,
        ))
    }

    
    /// Sets the [`thirst` field](Player#structfield.thirst) to the default value.
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn thirst_as_default(self) -> PlayerBuilder<(
        
            T0,
        
            T1,
        
            T2,
        
            T3,
        
            T4,
        
            T5,
        
            T6,
        
            T7,
        
            T8,
        
            T9,
        
            T10,
        
            T11,
        
            T12,
        
        ::planus::DefaultValue,
    )>
    {
        self.thirst(::planus::DefaultValue)
    }
    

    
}

impl<
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
        T10,
    
        T11,
    
        T12,
    
        T13,
    
> PlayerBuilder
<
    (
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
        T10,
    
        T11,
    
        T12,
    
        T13,
    
    )
>
{
    /// Setter for the [`since_meal` field](Player#structfield.since_meal).
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn since_meal<T14>(self, value: T14) -> PlayerBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
        T10,
    
        T11,
    
        T12,
    
        T13,
    
        T14,
    
    )>
    where T14: ::planus::WriteAsDefault<u32, u32>
    {
        
        let (
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
                v5,
            
                v6,
            
                v7,
            
                v8,
            
                v9,
            
                v10,
            
                v11,
            
                v12,
            
                v13,
            
        ) = self.0;PlayerBuilder((
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
                v5,
            
                v6,
            
                v7,
            
                v8,
            
                v9,
            
                v10,
            
                v11,
            
                v12,
            
                v13,
            
            value,
        ))
    }

    
    /// Sets the [`since_meal` field](Player#structfield.since_meal) to the default value.
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn since_meal_as_default(self) -> PlayerBuilder<(
        
            T0,
        
            T1,
        
            T2,
        
            T3,
        
            T4,
        
            T5,
        
            T6,
        
            T7,
        
            T8,
        
            T9,
        
            T10,
        
            T11,
        
            T12,
        
            T13,
        
        ::planus::DefaultValue,
    )>
    {
        self.since_meal(::planus::DefaultValue)
    }
    

    
}

impl<
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
        T10,
    
        T11,
    
        T12,
    
        T13,
    
        T14,
    
> PlayerBuilder
<
    (
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
        T10,
    
        T11,
    
        T12,
    
        T13,
    
        T14,
    
    )
>
{
    /// Setter for the [`level` field](Player#structfield.level).
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn level<T15>(self, value: T15) -> PlayerBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
        T10,
    
        T11,
    
        T12,
    
        T13,
    
        T14,
    
        T15,
    
    )>
    where T15: ::planus::WriteAsDefault<u32, u32>
    {
        
        let (
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
                v5,
            
                v6,
            
                v7,
            
                v8,
            
                v9,
            
                v10,
            
                v11,
            
                v12,
            
                v13,
            
                v14,
            
        ) = self.0;PlayerBuilder((
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
                v5,
            
                v6,
            
                v7,
            
                v8,
            
                v9,
            
                v10,
            
                v11,
            
                v12,
            
                v13,
            
                v14,
            
            value,
        ))
    }

    
    /// Sets the [`level` field](Player#structfield.level) to the default value.
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn level_as_default(self) -> PlayerBuilder<(
        
            T0,
        
            T1,
        
            T2,
        
            T3,
        
            T4,
        
            T5,
        
            T6,
        
            T7,
        
            T8,
        
            T9,
        
            T10,
        
            T11,
        
            T12,
        
            T13,
        
            T14,
        
        ::planus::DefaultValue,
    )>
    {
        self.level(::planus::DefaultValue)
    }
    

    
}

impl<
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
        T10,
    
        T11,
    
        T12,
    
        T13,
    
        T14,
    
        T15,
    
> PlayerBuilder
<
    (
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
        T10,
    
        T11,
    
        T12,
    
        T13,
    
        T14,
    
        T15,
    
    )
>
{
    /// Setter for the [`progress` field](Player#structfield.progress).
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn progress<T16>(self, value: T16) -> PlayerBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
        T10,
    
        T11,
    
        T12,
    
        T13,
    
        T14,
    
        T15,
    
        T16,
    
    )>
    where T16: ::planus::WriteAsDefault<f32, f32>
    {
        
        let (
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
                v5,
            
                v6,
            
                v7,
            
                v8,
            
                v9,
            
                v10,
            
                v11,
            
                v12,
            
                v13,
            
                v14,
            
                v15,
            
        ) = self.0;PlayerBuilder((
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
                v5,
            
                v6,
            
                v7,
            
                v8,
            
                v9,
            
                v10,
            
                v11,
            
                v12,
            
                v13,
            
                v14,
            
                v15,
            
            value,
        ))
    }

    
    /// Sets the [`progress` field](Player#structfield.progress) to the default value.
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn progress_as_default(self) -> PlayerBuilder<(
        
            T0,
        
            T1,
        
            T2,
        
            T3,
        
            T4,
        
            T5,
        
            T6,
        
            T7,
        
            T8,
        
            T9,
        
            T10,
        
            T11,
        
            T12,
        
            T13,
        
            T14,
        
            T15,
        
        ::planus::DefaultValue,
    )>
    {
        self.progress(::planus::DefaultValue)
    }
    

    
}

impl<
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
        T10,
    
        T11,
    
        T12,
    
        T13,
    
        T14,
    
        T15,
    
        T16,
    
> PlayerBuilder
<
    (
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
        T10,
    
        T11,
    
        T12,
    
        T13,
    
        T14,
    
        T15,
    
        T16,
    
    )
>
{
    /// Setter for the [`experience` field](Player#structfield.experience).
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn experience<T17>(self, value: T17) -> PlayerBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
        T10,
    
        T11,
    
        T12,
    
        T13,
    
        T14,
    
        T15,
    
        T16,
    
        T17,
    
    )>
    where T17: ::planus::WriteAsDefault<i32, i32>
    {
        
        let (
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
                v5,
            
                v6,
            
                v7,
            
                v8,
            
                v9,
            
                v10,
            
                v11,
            
                v12,
            
                v13,
            
                v14,
            
                v15,
            
                v16,
            
        ) = self.0;PlayerBuilder((
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
                v5,
            
                v6,
            
                v7,
            
                v8,
            
                v9,
            
                v10,
            
                v11,
            
                v12,
            
                v13,
            
                v14,
            
                v15,
            
                v16,
            
            value,
        ))
    }

    
    /// Sets the [`experience` field](Player#structfield.experience) to the default value.
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn experience_as_default(self) -> PlayerBuilder<(
        
            T0,
        
            T1,
        
            T2,
        
            T3,
        
            T4,
        
            T5,
        
            T6,
        
            T7,
        
            T8,
        
            T9,
        
            T10,
        
            T11,
        
            T12,
        
            T13,
        
            T14,
        
            T15,
        
            T16,
        
        ::planus::DefaultValue,
    )>
    {
        self.experience(::planus::DefaultValue)
    }
    

    
}

impl<
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
        T10,
    
        T11,
    
        T12,
    
        T13,
    
        T14,
    
        T15,
    
        T16,
    
        T17,
    
> PlayerBuilder
<
    (
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
        T10,
    
        T11,
    
        T12,
    
        T13,
    
        T14,
    
        T15,
    
        T16,
    
        T17,
    
    )
>
{
    /// Setter for the [`seed` field](Player#structfield.seed).
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn seed<T18>(self, value: T18) -> PlayerBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
        T10,
    
        T11,
    
        T12,
    
        T13,
    
        T14,
    
        T15,
    
        T16,
    
        T17,
    
        T18,
    
    )>
    where T18: ::planus::WriteAsDefault<i32, i32>
    {
        
        let (
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
                v5,
            
                v6,
            
                v7,
            
                v8,
            
                v9,
            
                v10,
            
                v11,
            
                v12,
            
                v13,
            
                v14,
            
                v15,
            
                v16,
            
                v17,
            
        ) = self.0;PlayerBuilder((
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
                v5,
            
                v6,
            
                v7,
            
                v8,
            
                v9,
            
                v10,
            
                v11,
            
                v12,
            
                v13,
            
                v14,
            
                v15,
            
                v16,
            
                v17,
            
            value,
        ))
    }

    
    /// Sets the [`seed` field](Player#structfield.seed) to the default value.
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn seed_as_default(self) -> PlayerBuilder<(
        
            T0,
        
            T1,
        
            T2,
        
            T3,
        
            T4,
        
            T5,
        
            T6,
        
            T7,
        
            T8,
        
            T9,
        
            T10,
        
            T11,
        
            T12,
        
            T13,
        
            T14,
        
            T15,
        
            T16,
        
            T17,
        
        ::planus::DefaultValue,
    )>
    {
        self.seed(::planus::DefaultValue)
    }
    

    
}

impl<
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
        T10,
    
        T11,
    
        T12,
    
        T13,
    
        T14,
    
        T15,
    
        T16,
    
        T17,
    
        T18,
    
> PlayerBuilder
<
    (
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
        T10,
    
        T11,
    
        T12,
    
        T13,
    
        T14,
    
        T15,
    
        T16,
    
        T17,
    
        T18,
    
    )
>
{
    /// Setter for the [`carried` field](Player#structfield.carried).
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn carried<T19>(self, value: T19) -> PlayerBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
        T10,
    
        T11,
    
        T12,
    
        T13,
    
        T14,
    
        T15,
    
        T16,
    
        T17,
    
        T18,
    
        T19,
    
    )>
    where T19: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Item>]>>
    {
        
        let (
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
                v5,
            
                v6,
            
                v7,
            
                v8,
            
                v9,
            
                v10,
            
                v11,
            
                v12,
            
                v13,
            
                v14,
            
                v15,
            
                v16,
            
                v17,
            
                v18,
            
        ) = self.0;PlayerBuilder((
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
                v5,
            
                v6,
            
                v7,
            
                v8,
            
                v9,
            
                v10,
            
                v11,
            
                v12,
            
                v13,
            
                v14,
            
                v15,
            
                v16,
            
                v17,
            
                v18,
            
            value,
        ))
    }

    

    
    /// Sets the [`carried` field](Player#structfield.carried) to null.
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn carried_as_null(self) -> PlayerBuilder<(
        
            T0,
        
            T1,
        
            T2,
        
            T3,
        
            T4,
        
            T5,
        
            T6,
        
            T7,
        
            T8,
        
            T9,
        
            T10,
        
            T11,
        
            T12,
        
            T13,
        
            T14,
        
            T15,
        
            T16,
        
            T17,
        
            T18,
        
        (),
    )>
    {
        self.carried(())
    }
    
}

impl<
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
        T10,
    
        T11,
    
        T12,
    
        T13,
    
        T14,
    
        T15,
    
        T16,
    
        T17,
    
        T18,
    
        T19,
    
> PlayerBuilder
<
    (
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
        T10,
    
        T11,
    
        T12,
    
        T13,
    
        T14,
    
        T15,
    
        T16,
    
        T17,
    
        T18,
    
        T19,
    
    )
>
{
    /// Setter for the [`stored` field](Player#structfield.stored).
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn stored<T20>(self, value: T20) -> PlayerBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
        T10,
    
        T11,
    
        T12,
    
        T13,
    
        T14,
    
        T15,
    
        T16,
    
        T17,
    
        T18,
    
        T19,
    
        T20,
    
    )>
    where T20: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Item>]>>
    {
        
        let (
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
                v5,
            
                v6,
            
                v7,
            
                v8,
            
                v9,
            
                v10,
            
                v11,
            
                v12,
            
                v13,
            
                v14,
            
                v15,
            
                v16,
            
                v17,
            
                v18,
            
                v19,
            
        ) = self.0;PlayerBuilder((
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
                v5,
            
                v6,
            
                v7,
            
                v8,
            
                v9,
            
                v10,
            
                v11,
            
                v12,
            
                v13,
            
                v14,
            
                v15,
            
                v16,
            
                v17,
            
                v18,
            
                v19,
            
            value,
        ))
    }

    

    
    /// Sets the [`stored` field](Player#structfield.stored) to null.
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn stored_as_null(self) -> PlayerBuilder<(
        
            T0,
        
            T1,
        
            T2,
        
            T3,
        
            T4,
        
            T5,
        
            T6,
        
            T7,
        
            T8,
        
            T9,
        
            T10,
        
            T11,
        
            T12,
        
            T13,
        
            T14,
        
            T15,
        
            T16,
        
            T17,
        
            T18,
        
            T19,
        
        (),
    )>
    {
        self.stored(())
    }
    
}

impl<
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
        T10,
    
        T11,
    
        T12,
    
        T13,
    
        T14,
    
        T15,
    
        T16,
    
        T17,
    
        T18,
    
        T19,
    
        T20,
    
> PlayerBuilder
<
    (
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
        T10,
    
        T11,
    
        T12,
    
        T13,
    
        T14,
    
        T15,
    
        T16,
    
        T17,
    
        T18,
    
        T19,
    
        T20,
    
    )
>
{
    /// Setter for the [`abilities` field](Player#structfield.abilities).
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn abilities<T21>(self, value: T21) -> PlayerBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
        T10,
    
        T11,
    
        T12,
    
        T13,
    
        T14,
    
        T15,
    
        T16,
    
        T17,
    
        T18,
    
        T19,
    
        T20,
    
        T21,
    
    )>
    where T21: ::planus::WriteAs<self::Abilities>
    {
        
        let (
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
                v5,
            
                v6,
            
                v7,
            
                v8,
            
                v9,
            
                v10,
            
                v11,
            
                v12,
            
                v13,
            
                v14,
            
                v15,
            
                v16,
            
                v17,
            
                v18,
            
                v19,
            
                v20,
            
        ) = self.0;PlayerBuilder((
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
                v5,
            
                v6,
            
                v7,
            
                v8,
            
                v9,
            
                v10,
            
                v11,
            
                v12,
            
                v13,
            
                v14,
            
                v15,
            
                v16,
            
                v17,
            
                v18,
            
                v19,
            
                v20,
            
            value,
        ))
    }

    

    
}

impl<
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
        T10,
    
        T11,
    
        T12,
    
        T13,
    
        T14,
    
        T15,
    
        T16,
    
        T17,
    
        T18,
    
        T19,
    
        T20,
    
        T21,
    
> PlayerBuilder
<
    (
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
        T10,
    
        T11,
    
        T12,
    
        T13,
    
        T14,
    
        T15,
    
        T16,
    
        T17,
    
        T18,
    
        T19,
    
        T20,
    
        T21,
    
    )
>
{
    /// Setter for the [`gate` field](Player#structfield.gate).
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn gate<T22>(self, value: T22) -> PlayerBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
        T10,
    
        T11,
    
        T12,
    
        T13,
    
        T14,
    
        T15,
    
        T16,
    
        T17,
    
        T18,
    
        T19,
    
        T20,
    
        T21,
    
        T22,
    
    )>
    where T22: ::planus::WriteAsOptional<self::Position>
    {
        
        let (
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
                v5,
            
                v6,
            
                v7,
            
                v8,
            
                v9,
            
                v10,
            
                v11,
            
                v12,
            
                v13,
            
                v14,
            
                v15,
            
                v16,
            
                v17,
            
                v18,
            
                v19,
            
                v20,
            
                v21,
            
        ) = self.0;PlayerBuilder((
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
                v5,
            
                v6,
            
                v7,
            
                v8,
            
                v9,
            
                v10,
            
                v11,
            
                v12,
            
                v13,
            
                v14,
            
                v15,
            
                v16,
            
                v17,
            
                v18,
            
                v19,
            
                v20,
            
                v21,
            
            value,
        ))
    }

    

    
    /// Sets the [`gate` field](Player#structfield.gate) to null.
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn gate_as_null(self) -> PlayerBuilder<(
        
            T0,
        
            T1,
        
            T2,
        
            T3,
        
            T4,
        
            T5,
        
            T6,
        
            T7,
        
            T8,
        
            T9,
        
            T10,
        
            T11,
        
            T12,
        
            T13,
        
            T14,
        
            T15,
        
            T16,
        
            T17,
        
            T18,
        
            T19,
        
            T20,
        
            T21,
        
        (),
    )>
    {
        self.gate(())
    }
    
}

impl<
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
        T10,
    
        T11,
    
        T12,
    
        T13,
    
        T14,
    
        T15,
    
        T16,
    
        T17,
    
        T18,
    
        T19,
    
        T20,
    
        T21,
    
        T22,
    
> PlayerBuilder
<
    (
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
        T10,
    
        T11,
    
        T12,
    
        T13,
    
        T14,
    
        T15,
    
        T16,
    
        T17,
    
        T18,
    
        T19,
    
        T20,
    
        T21,
    
        T22,
    
    )
>
{
    /// Setter for the [`mount` field](Player#structfield.mount).
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn mount<T23>(self, value: T23) -> PlayerBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
        T10,
    
        T11,
    
        T12,
    
        T13,
    
        T14,
    
        T15,
    
        T16,
    
        T17,
    
        T18,
    
        T19,
    
        T20,
    
        T21,
    
        T22,
    
        T23,
    
    )>
    where T23: ::planus::WriteAsOptional<::planus::Offset<self::Mount>>
    {
        
        let (
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
                v5,
            
                v6,
            
                v7,
            
                v8,
            
                v9,
            
                v10,
            
                v11,
            
                v12,
            
                v13,
            
                v14,
            
                v15,
            
                v16,
            
                v17,
            
                v18,
            
                v19,
            
                v20,
            
                v21,
            
                v22,
            
        ) = self.0;PlayerBuilder((
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
                v5,
            
                v6,
            
                v7,
            
                v8,
            
                v9,
            
                v10,
            
                v11,
            
                v12,
            
                v13,
            
                v14,
            
                v15,
            
                v16,
            
                v17,
            
                v18,
            
                v19,
            
                v20,
            
                v21,
            
                v22,
            
            value,
        ))
    }

    

    
    /// Sets the [`mount` field](Player#structfield.mount) to null.
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn mount_as_null(self) -> PlayerBuilder<(
        
            T0,
        
            T1,
        
            T2,
        
            T3,
        
            T4,
        
            T5,
        
            T6,
        
            T7,
        
            T8,
        
            T9,
        
            T10,
        
            T11,
        
            T12,
        
            T13,
        
            T14,
        
            T15,
        
            T16,
        
            T17,
        
            T18,
        
            T19,
        
            T20,
        
            T21,
        
            T22,
        
        (),
    )>
    {
        self.mount(())
    }
    
}

impl<
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
        T10,
    
        T11,
    
        T12,
    
        T13,
    
        T14,
    
        T15,
    
        T16,
    
        T17,
    
        T18,
    
        T19,
    
        T20,
    
        T21,
    
        T22,
    
        T23,
    
> PlayerBuilder
<
    (
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
        T10,
    
        T11,
    
        T12,
    
        T13,
    
        T14,
    
        T15,
    
        T16,
    
        T17,
    
        T18,
    
        T19,
    
        T20,
    
        T21,
    
        T22,
    
        T23,
    
    )
>
{
    /// Setter for the [`left` field](Player#structfield.left).
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn left<T24>(self, value: T24) -> PlayerBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
        T10,
    
        T11,
    
        T12,
    
        T13,
    
        T14,
    
        T15,
    
        T16,
    
        T17,
    
        T18,
    
        T19,
    
        T20,
    
        T21,
    
        T22,
    
        T23,
    
        T24,
    
    )>
    where T24: ::planus::WriteAsOptional<::planus::Offset<self::Creature>>
    {
        
        let (
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
                v5,
            
                v6,
            
                v7,
            
                v8,
            
                v9,
            
                v10,
            
                v11,
            
                v12,
            
                v13,
            
                v14,
            
                v15,
            
                v16,
            
                v17,
            
                v18,
            
                v19,
            
                v20,
            
                v21,
            
                v22,
            
                v23,
            
        ) = self.0;PlayerBuilder((
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
                v5,
            
                v6,
            
                v7,
            
                v8,
            
                v9,
            
                v10,
            
                v11,
            
                v12,
            
                v13,
            
                v14,
            
                v15,
            
                v16,
            
                v17,
            
                v18,
            
                v19,
            
                v20,
            
                v21,
            
                v22,
            
                v23,
            
            value,
        ))
    }

    

    
    /// Sets the [`left` field](Player#structfield.left) to null.
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn left_as_null(self) -> PlayerBuilder<(
        
            T0,
        
            T1,
        
            T2,
        
            T3,
        
            T4,
        
            T5,
        
            T6,
        
            T7,
        
            T8,
        
            T9,
        
            T10,
        
            T11,
        
            T12,
        
            T13,
        
            T14,
        
            T15,
        
            T16,
        
            T17,
        
            T18,
        
            T19,
        
            T20,
        
            T21,
        
            T22,
        
            T23,
        
        (),
    )>
    {
        self.left(())
    }
    
}

impl<
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
        T10,
    
        T11,
    
        T12,
    
        T13,
    
        T14,
    
        T15,
    
        T16,
    
        T17,
    
        T18,
    
        T19,
    
        T20,
    
        T21,
    
        T22,
    
        T23,
    
        T24,
    
> PlayerBuilder
<
    (
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
        T10,
    
        T11,
    
        T12,
    
        T13,
    
        T14,
    
        T15,
    
        T16,
    
        T17,
    
        T18,
    
        T19,
    
        T20,
    
        T21,
    
        T22,
    
        T23,
    
        T24,
    
    )
>
{
    /// Setter for the [`right` field](Player#structfield.right).
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn right<T25>(self, value: T25) -> PlayerBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
        T10,
    
        T11,
    
        T12,
    
        T13,
    
        T14,
    
        T15,
    
        T16,
    
        T17,
    
        T18,
    
        T19,
    
        T20,
    
        T21,
    
        T22,
    
        T23,
    
        T24,
    
        T25,
    
    )>
    where T25: ::planus::WriteAsOptional<::planus::Offset<self::Creature>>
    {
        
        let (
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
                v5,
            
                v6,
            
                v7,
            
                v8,
            
                v9,
            
                v10,
            
                v11,
            
                v12,
            
                v13,
            
                v14,
            
                v15,
            
                v16,
            
                v17,
            
                v18,
            
                v19,
            
                v20,
            
                v21,
            
                v22,
            
                v23,
            
                v24,
            
        ) = self.0;PlayerBuilder((
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
                v5,
            
                v6,
            
                v7,
            
                v8,
            
                v9,
            
                v10,
            
                v11,
            
                v12,
            
                v13,
            
                v14,
            
                v15,
            
                v16,
            
                v17,
            
                v18,
            
                v19,
            
                v20,
            
                v21,
            
                v22,
            
                v23,
            
                v24,
            
            value,
        ))
    }

    

    
    /// Sets the [`right` field](Player#structfield.right) to null.
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn right_as_null(self) -> PlayerBuilder<(
        
            T0,
        
            T1,
        
            T2,
        
            T3,
        
            T4,
        
            T5,
        
            T6,
        
            T7,
        
            T8,
        
            T9,
        
            T10,
        
            T11,
        
            T12,
        
            T13,
        
            T14,
        
            T15,
        
            T16,
        
            T17,
        
            T18,
        
            T19,
        
            T20,
        
            T21,
        
            T22,
        
            T23,
        
            T24,
        
        (),
    )>
    {
        self.right(())
    }
    
}

impl<
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
        T10,
    
        T11,
    
        T12,
    
        T13,
    
        T14,
    
        T15,
    
        T16,
    
        T17,
    
        T18,
    
        T19,
    
        T20,
    
        T21,
    
        T22,
    
        T23,
    
        T24,
    
        T25,
    
> PlayerBuilder
<
    (
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
        T10,
    
        T11,
    
        T12,
    
        T13,
    
        T14,
    
        T15,
    
        T16,
    
        T17,
    
        T18,
    
        T19,
    
        T20,
    
        T21,
    
        T22,
    
        T23,
    
        T24,
    
        T25,
    
    )
>
{
    /// Setter for the [`finished` field](Player#structfield.finished).
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn finished<T26>(self, value: T26) -> PlayerBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
        T10,
    
        T11,
    
        T12,
    
        T13,
    
        T14,
    
        T15,
    
        T16,
    
        T17,
    
        T18,
    
        T19,
    
        T20,
    
        T21,
    
        T22,
    
        T23,
    
        T24,
    
        T25,
    
        T26,
    
    )>
    where T26: ::planus::WriteAsDefault<bool, bool>
    {
        
        let (
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
                v5,
            
                v6,
            
                v7,
            
                v8,
            
                v9,
            
                v10,
            
                v11,
            
                v12,
            
                v13,
            
                v14,
            
                v15,
            
                v16,
            
                v17,
            
                v18,
            
                v19,
            
                v20,
            
                v21,
            
                v22,
            
                v23,
            
                v24,
            
                v25,
            
        ) = self.0;PlayerBuilder((
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
                v5,
            
                v6,
            
                v7,
            
                v8,
            
                v9,
            
                v10,
            
                v11,
            
                v12,
            
                v13,
            
                v14,
            
                v15,
            
                v16,
            
                v17,
            
                v18,
            
                v19,
            
                v20,
            
                v21,
            
                v22,
            
                v23,
            
                v24,
            
                v25,
            
            value,
        ))
    }

    
    /// Sets the [`finished` field](Player#structfield.finished) to the default value.
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn finished_as_default(self) -> PlayerBuilder<(
        
            T0,
        
            T1,
        
            T2,
        
            T3,
        
            T4,
        
            T5,
        
            T6,
        
            T7,
        
            T8,
        
            T9,
        
            T10,
        
            T11,
        
            T12,
        
            T13,
        
            T14,
        
            T15,
        
            T16,
        
            T17,
        
            T18,
        
            T19,
        
            T20,
        
            T21,
        
            T22,
        
            T23,
        
            T24,
        
            T25,
        
        ::planus::DefaultValue,
    )>
    {
        self.finished(::planus::DefaultValue)
    }
    

    
}

impl<
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
        T10,
    
        T11,
    
        T12,
    
        T13,
    
        T14,
    
        T15,
    
        T16,
    
        T17,
    
        T18,
    
        T19,
    
        T20,
    
        T21,
    
        T22,
    
        T23,
    
        T24,
    
        T25,
    
        T26,
    
> PlayerBuilder
<
    (
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
        T10,
    
        T11,
    
        T12,
    
        T13,
    
        T14,
    
        T15,
    
        T16,
    
        T17,
    
        T18,
    
        T19,
    
        T20,
    
        T21,
    
        T22,
    
        T23,
    
        T24,
    
        T25,
    
        T26,
    
    )
>
{
    /// Setter for the [`recipes` field](Player#structfield.recipes).
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn recipes<T27>(self, value: T27) -> PlayerBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
        T10,
    
        T11,
    
        T12,
    
        T13,
    
        T14,
    
        T15,
    
        T16,
    
        T17,
    
        T18,
    
        T19,
    
        T20,
    
        T21,
    
        T22,
    
        T23,
    
        T24,
    
        T25,
    
        T26,
    
        T27,
    
    )>
    where T27: ::planus::WriteAs<::planus::Offset<self::Recipes>>
    {
        
        let (
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
                v5,
            
                v6,
            
                v7,
            
                v8,
            
                v9,
            
                v10,
            
                v11,
            
                v12,
            
                v13,
            
                v14,
            
                v15,
            
                v16,
            
                v17,
            
                v18,
            
                v19,
            
                v20,
            
                v21,
            
                v22,
            
                v23,
            
                v24,
            
                v25,
            
                v26,
            
        ) = self.0;PlayerBuilder((
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
                v5,
            
                v6,
            
                v7,
            
                v8,
            
                v9,
            
                v10,
            
                v11,
            
                v12,
            
                v13,
            
                v14,
            
                v15,
            
                v16,
            
                v17,
            
                v18,
            
                v19,
            
                v20,
            
                v21,
            
                v22,
            
                v23,
            
                v24,
            
                v25,
            
                v26,
            
            value,
        ))
    }

    

    
}



impl<
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
        T10,
    
        T11,
    
        T12,
    
        T13,
    
        T14,
    
        T15,
    
        T16,
    
        T17,
    
        T18,
    
        T19,
    
        T20,
    
        T21,
    
        T22,
    
        T23,
    
        T24,
    
        T25,
    
        T26,
    
        T27,
    
> PlayerBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
        T10,
    
        T11,
    
        T12,
    
        T13,
    
        T14,
    
        T15,
    
        T16,
    
        T17,
    
        T18,
    
        T19,
    
        T20,
    
        T21,
    
        T22,
    
        T23,
    
        T24,
    
        T25,
    
        T26,
    
        T27,
    
)> {
    /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Player].
    #[inline]
    pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Player>
        where Self: ::planus::WriteAsOffset<Player>
    {
        ::planus::WriteAsOffset::prepare(&self, builder)
    }
}

impl<
    
        T0: ::planus::WriteAsDefault<self::Mode, self::Mode>,
    
        T1: ::planus::WriteAsDefault<self::Mode, self::Mode>,
    
        T2: ::planus::WriteAsDefault<i64, i64>,
    
        T3: ::planus::WriteAs<::planus::Offset<str>>,
    
        T4: ::planus::WriteAsDefault<u32, u32>,
    
        T5: ::planus::WriteAs<::planus::Offset<self::Item>>,
    
        T6: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
    
        T7: ::planus::WriteAsDefault<i64, i64>,
    
        T8: ::planus::WriteAsDefault<i64, i64>,
    
        T9: ::planus::WriteAsDefault<i64, i64>,
    
        T10: ::planus::WriteAsOptional<bool>,
    
        T11: ::planus::WriteAsDefault<u16, u16>,
    
        T12: ::planus::WriteAsDefault<f32, f32>,
    
        T13: ::planus::WriteAsDefault<f32, f32>,
    
        T14: ::planus::WriteAsDefault<u32, u32>,
    
        T15: ::planus::WriteAsDefault<u32, u32>,
    
        T16: ::planus::WriteAsDefault<f32, f32>,
    
        T17: ::planus::WriteAsDefault<i32, i32>,
    
        T18: ::planus::WriteAsDefault<i32, i32>,
    
        T19: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Item>]>>,
    
        T20: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Item>]>>,
    
        T21: ::planus::WriteAs<self::Abilities>,
    
        T22: ::planus::WriteAsOptional<self::Position>,
    
        T23: ::planus::WriteAsOptional<::planus::Offset<self::Mount>>,
    
        T24: ::planus::WriteAsOptional<::planus::Offset<self::Creature>>,
    
        T25: ::planus::WriteAsOptional<::planus::Offset<self::Creature>>,
    
        T26: ::planus::WriteAsDefault<bool, bool>,
    
        T27: ::planus::WriteAs<::planus::Offset<self::Recipes>>,
    
> ::planus::WriteAs<::planus::Offset<Player>> for PlayerBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
        T10,
    
        T11,
    
        T12,
    
        T13,
    
        T14,
    
        T15,
    
        T16,
    
        T17,
    
        T18,
    
        T19,
    
        T20,
    
        T21,
    
        T22,
    
        T23,
    
        T24,
    
        T25,
    
        T26,
    
        T27,
    
)> {
    type Prepared = ::planus::Offset<Player>;

    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Player> {
        ::planus::WriteAsOffset::prepare(self, builder)
    }
}

impl<
    
        T0: ::planus::WriteAsDefault<self::Mode, self::Mode>,
    
        T1: ::planus::WriteAsDefault<self::Mode, self::Mode>,
    
        T2: ::planus::WriteAsDefault<i64, i64>,
    
        T3: ::planus::WriteAs<::planus::Offset<str>>,
    
        T4: ::planus::WriteAsDefault<u32, u32>,
    
        T5: ::planus::WriteAs<::planus::Offset<self::Item>>,
    
        T6: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
    
        T7: ::planus::WriteAsDefault<i64, i64>,
    
        T8: ::planus::WriteAsDefault<i64, i64>,
    
        T9: ::planus::WriteAsDefault<i64, i64>,
    
        T10: ::planus::WriteAsOptional<bool>,
    
        T11: ::planus::WriteAsDefault<u16, u16>,
    
        T12: ::planus::WriteAsDefault<f32, f32>,
    
        T13: ::planus::WriteAsDefault<f32, f32>,
    
        T14: ::planus::WriteAsDefault<u32, u32>,
    
        T15: ::planus::WriteAsDefault<u32, u32>,
    
        T16: ::planus::WriteAsDefault<f32, f32>,
    
        T17: ::planus::WriteAsDefault<i32, i32>,
    
        T18: ::planus::WriteAsDefault<i32, i32>,
    
        T19: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Item>]>>,
    
        T20: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Item>]>>,
    
        T21: ::planus::WriteAs<self::Abilities>,
    
        T22: ::planus::WriteAsOptional<self::Position>,
    
        T23: ::planus::WriteAsOptional<::planus::Offset<self::Mount>>,
    
        T24: ::planus::WriteAsOptional<::planus::Offset<self::Creature>>,
    
        T25: ::planus::WriteAsOptional<::planus::Offset<self::Creature>>,
    
        T26: ::planus::WriteAsDefault<bool, bool>,
    
        T27: ::planus::WriteAs<::planus::Offset<self::Recipes>>,
    
> ::planus::WriteAsOptional<::planus::Offset<Player>> for PlayerBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
        T10,
    
        T11,
    
        T12,
    
        T13,
    
        T14,
    
        T15,
    
        T16,
    
        T17,
    
        T18,
    
        T19,
    
        T20,
    
        T21,
    
        T22,
    
        T23,
    
        T24,
    
        T25,
    
        T26,
    
        T27,
    
)> {
    type Prepared = ::planus::Offset<Player>;

    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Player>> {
        ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
    }
}

impl<
    
        T0: ::planus::WriteAsDefault<self::Mode, self::Mode>,
    
        T1: ::planus::WriteAsDefault<self::Mode, self::Mode>,
    
        T2: ::planus::WriteAsDefault<i64, i64>,
    
        T3: ::planus::WriteAs<::planus::Offset<str>>,
    
        T4: ::planus::WriteAsDefault<u32, u32>,
    
        T5: ::planus::WriteAs<::planus::Offset<self::Item>>,
    
        T6: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
    
        T7: ::planus::WriteAsDefault<i64, i64>,
    
        T8: ::planus::WriteAsDefault<i64, i64>,
    
        T9: ::planus::WriteAsDefault<i64, i64>,
    
        T10: ::planus::WriteAsOptional<bool>,
    
        T11: ::planus::WriteAsDefault<u16, u16>,
    
        T12: ::planus::WriteAsDefault<f32, f32>,
    
        T13: ::planus::WriteAsDefault<f32, f32>,
    
        T14: ::planus::WriteAsDefault<u32, u32>,
    
        T15: ::planus::WriteAsDefault<u32, u32>,
    
        T16: ::planus::WriteAsDefault<f32, f32>,
    
        T17: ::planus::WriteAsDefault<i32, i32>,
    
        T18: ::planus::WriteAsDefault<i32, i32>,
    
        T19: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Item>]>>,
    
        T20: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Item>]>>,
    
        T21: ::planus::WriteAs<self::Abilities>,
    
        T22: ::planus::WriteAsOptional<self::Position>,
    
        T23: ::planus::WriteAsOptional<::planus::Offset<self::Mount>>,
    
        T24: ::planus::WriteAsOptional<::planus::Offset<self::Creature>>,
    
        T25: ::planus::WriteAsOptional<::planus::Offset<self::Creature>>,
    
        T26: ::planus::WriteAsDefault<bool, bool>,
    
        T27: ::planus::WriteAs<::planus::Offset<self::Recipes>>,
    
> ::planus::WriteAsOffset<Player> for PlayerBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
        T10,
    
        T11,
    
        T12,
    
        T13,
    
        T14,
    
        T15,
    
        T16,
    
        T17,
    
        T18,
    
        T19,
    
        T20,
    
        T21,
    
        T22,
    
        T23,
    
        T24,
    
        T25,
    
        T26,
    
        T27,
    
)> {
    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Player> {
        
        let (
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
                v5,
            
                v6,
            
                v7,
            
                v8,
            
                v9,
            
                v10,
            
                v11,
            
                v12,
            
                v13,
            
                v14,
            
                v15,
            
                v16,
            
                v17,
            
                v18,
            
                v19,
            
                v20,
            
                v21,
            
                v22,
            
                v23,
            
                v24,
            
                v25,
            
                v26,
            
                v27,
            
        ) = &self.0;Player::create(
            builder,
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
                v5,
            
                v6,
            
                v7,
            
                v8,
            
                v9,
            
                v10,
            
                v11,
            
                v12,
            
                v13,
            
                v14,
            
                v15,
            
                v16,
            
                v17,
            
                v18,
            
                v19,
            
                v20,
            
                v21,
            
                v22,
            
                v23,
            
                v24,
            
                v25,
            
                v26,
            
                v27,
            
        )
    }
}

/// Reference to a deserialized [Player].
#[derive(Copy, Clone)]
pub struct PlayerRef<'a>(
    #[allow(dead_code)]
    ::planus::table_reader::Table<'a>
);

impl<'a> PlayerRef<'a> {
    
        /// Getter for the [`mode` field](Player#structfield.mode).
        #[inline]
        pub fn mode(&self) -> ::planus::Result<self::Mode> {
             ::core::result::Result::Ok( 
            
              
              self.0.access(0, "Player", "mode")
              
            
            ?.unwrap_or(self::Mode::Story))
            
        }
    
        /// Getter for the [`previous_mode` field](Player#structfield.previous_mode).
        #[inline]
        pub fn previous_mode(&self) -> ::planus::Result<self::Mode> {
             ::core::result::Result::Ok( 
            
              
              self.0.access(1, "Player", "previous_mode")
              
            
            ?.unwrap_or(self::Mode::Story))
            
        }
    
        /// Getter for the [`score` field](Player#structfield.score).
        #[inline]
        pub fn score(&self) -> ::planus::Result<i64> {
             ::core::result::Result::Ok( 
            
              
              self.0.access(2, "Player", "score")
              
            
            ?.unwrap_or(0))
            
        }
    
        /// Getter for the [`world` field](Player#structfield.world).
        #[inline]
        pub fn world(&self) -> ::planus::Result<&'a ::core::primitive::str> {
            
            
              
              self.0.access_required(3, "Player", "world")
              
            
            
            
        }
    
        /// Getter for the [`chosen_slot` field](Player#structfield.chosen_slot).
        #[inline]
        pub fn chosen_slot(&self) -> ::planus::Result<u32> {
             ::core::result::Result::Ok( 
            
              
              self.0.access(4, "Player", "chosen_slot")
              
            
            ?.unwrap_or(0))
            
        }
    
        /// Getter for the [`chosen` field](Player#structfield.chosen).
        #[inline]
        pub fn chosen(&self) -> ::planus::Result<self::ItemRef<'a>> {
            
            
              
              self.0.access_required(5, "Player", "chosen")
              
            
            
            
        }
    
        /// Getter for the [`home_world` field](Player#structfield.home_world).
        #[inline]
        pub fn home_world(&self) -> ::planus::Result<::core::option::Option<&'a ::core::primitive::str>> {
            
            
              
              self.0.access(6, "Player", "home_world")
              
            
            
            
        }
    
        /// Getter for the [`home_x` field](Player#structfield.home_x).
        #[inline]
        pub fn home_x(&self) -> ::planus::Result<i64> {
             ::core::result::Result::Ok( 
            
              
              self.0.access(7, "Player", "home_x")
              
            
            ?.unwrap_or(0))
            
        }
    
        /// Getter for the [`home_y` field](Player#structfield.home_y).
        #[inline]
        pub fn home_y(&self) -> ::planus::Result<i64> {
             ::core::result::Result::Ok( 
            
              
              self.0.access(8, "Player", "home_y")
              
            
            ?.unwrap_or(0))
            
        }
    
        /// Getter for the [`home_z` field](Player#structfield.home_z).
        #[inline]
        pub fn home_z(&self) -> ::planus::Result<i64> {
             ::core::result::Result::Ok( 
            
              
              self.0.access(9, "Player", "home_z")
              
            
            ?.unwrap_or(0))
            
        }
    
        /// Getter for the [`home_fixed` field](Player#structfield.home_fixed).
        #[inline]
        pub fn home_fixed(&self) -> ::planus::Result<::core::option::Option<bool>> {
            
            
              
              self.0.access(10, "Player", "home_fixed")
              
            
            
            
        }
    
        /// Getter for the [`awake` field](Player#structfield.awake).
        #[inline]
        pub fn awake(&self) -> ::planus::Result<u16> {
             ::core::result::Result::Ok( 
            
              
              self.0.access(11, "Player", "awake")
              
            
            ?.unwrap_or(0))
            
        }
    
        /// Getter for the [`hunger` field](Player#structfield.hunger).
        #[inline]
        pub fn hunger(&self) -> ::planus::Result<f32> {
             ::core::result::Result::Ok( 
            
              
              self.0.access(12, "Player", "hunger")
              
            
            ?.unwrap_or(0.0))
            
        }
    
        /// Getter for the [`thirst` field](Player#structfield.thirst).
        #[inline]
        pub fn thirst(&self) -> ::planus::Result<f32> {
             ::core::result::Result::Ok( 
            
              
              self.0.access(13, "Player", "thirst")
              
            
            ?.unwrap_or(0.0))
            
        }
    
        /// Getter for the [`since_meal` field](Player#structfield.since_meal).
        #[inline]
        pub fn since_meal(&self) -> ::planus::Result<u32> {
             ::core::result::Result::Ok( 
            
              
              self.0.access(14, "Player", "since_meal")
              
            
            ?.unwrap_or(0))
            
        }
    
        /// Getter for the [`level` field](Player#structfield.level).
        #[inline]
        pub fn level(&self) -> ::planus::Result<u32> {
             ::core::result::Result::Ok( 
            
              
              self.0.access(15, "Player", "level")
              
            
            ?.unwrap_or(0))
            
        }
    
        /// Getter for the [`progress` field](Player#structfield.progress).
        #[inline]
        pub fn progress(&self) -> ::planus::Result<f32> {
             ::core::result::Result::Ok( 
            
              
              self.0.access(16, "Player", "progress")
              
            
            ?.unwrap_or(0.0))
            
        }
    
        /// Getter for the [`experience` field](Player#structfield.experience).
        #[inline]
        pub fn experience(&self) -> ::planus::Result<i32> {
             ::core::result::Result::Ok( 
            
              
              self.0.access(17, "Player", "experience")
              
            
            ?.unwrap_or(0))
            
        }
    
        /// Getter for the [`seed` field](Player#structfield.seed).
        #[inline]
        pub fn seed(&self) -> ::planus::Result<i32> {
             ::core::result::Result::Ok( 
            
              
              self.0.access(18, "Player", "seed")
              
            
            ?.unwrap_or(0))
            
        }
    
        /// Getter for the [`carried` field](Player#structfield.carried).
        #[inline]
        pub fn carried(&self) -> ::planus::Result<::core::option::Option<::planus::Vector<'a, ::planus::Result<self::ItemRef<'a>>>>> {
            
            
              
              self.0.access(19, "Player", "carried")
              
            
            
            
        }
    
        /// Getter for the [`stored` field](Player#structfield.stored).
        #[inline]
        pub fn stored(&self) -> ::planus::Result<::core::option::Option<::planus::Vector<'a, ::planus::Result<self::ItemRef<'a>>>>> {
            
            
              
              self.0.access(20, "Player", "stored")
              
            
            
            
        }
    
        /// Getter for the [`abilities` field](Player#structfield.abilities).
        #[inline]
        pub fn abilities(&self) -> ::planus::Result<self::AbilitiesRef<'a>> {
            
            
              
              self.0.access_required(21, "Player", "abilities")
              
            
            
            
        }
    
        /// Getter for the [`gate` field](Player#structfield.gate).
        #[inline]
        pub fn gate(&self) -> ::planus::Result<::core::option::Option<self::PositionRef<'a>>> {
            
            
              
              self.0.access(22, "Player", "gate")
              
            
            
            
        }
    
        /// Getter for the [`mount` field](Player#structfield.mount).
        #[inline]
        pub fn mount(&self) -> ::planus::Result<::core::option::Option<self::MountRef<'a>>> {
            
            
              
              self.0.access(23, "Player", "mount")
              
            
            
            
        }
    
        /// Getter for the [`left` field](Player#structfield.left).
        #[inline]
        pub fn left(&self) -> ::planus::Result<::core::option::Option<self::CreatureRef<'a>>> {
            
            
              
              self.0.access(24, "Player", "left")
              
            
            
            
        }
    
        /// Getter for the [`right` field](Player#structfield.right).
        #[inline]
        pub fn right(&self) -> ::planus::Result<::core::option::Option<self::CreatureRef<'a>>> {
            
            
              
              self.0.access(25, "Player", "right")
              
            
            
            
        }
    
        /// Getter for the [`finished` field](Player#structfield.finished).
        #[inline]
        pub fn finished(&self) -> ::planus::Result<bool> {
             ::core::result::Result::Ok( 
            
              
              self.0.access(26, "Player", "finished")
              
            
            ?.unwrap_or(false))
            
        }
    
        /// Getter for the [`recipes` field](Player#structfield.recipes).
        #[inline]
        pub fn recipes(&self) -> ::planus::Result<self::RecipesRef<'a>> {
            
            
              
              self.0.access_required(27, "Player", "recipes")
              
            
            
            
        }
    
}

impl<'a> ::core::fmt::Debug for PlayerRef<'a> {
    fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        let mut f = f.debug_struct("PlayerRef");
        f.field("mode", &self.mode());f.field("previous_mode", &self.previous_mode());f.field("score", &self.score());f.field("world", &self.world());f.field("chosen_slot", &self.chosen_slot());f.field("chosen", &self.chosen());if let ::core::option::Option::Some(field_home_world) = self.home_world().transpose() {
                f.field("home_world", &field_home_world);
            }f.field("home_x", &self.home_x());f.field("home_y", &self.home_y());f.field("home_z", &self.home_z());if let ::core::option::Option::Some(field_home_fixed) = self.home_fixed().transpose() {
                f.field("home_fixed", &field_home_fixed);
            }f.field("awake", &self.awake());f.field("hunger", &self.hunger());f.field("thirst", &self.thirst());f.field("since_meal", &self.since_meal());f.field("level", &self.level());f.field("progress", &self.progress());f.field("experience", &self.experience());f.field("seed", &self.seed());if let ::core::option::Option::Some(field_carried) = self.carried().transpose() {
                f.field("carried", &field_carried);
            }if let ::core::option::Option::Some(field_stored) = self.stored().transpose() {
                f.field("stored", &field_stored);
            }f.field("abilities", &self.abilities());if let ::core::option::Option::Some(field_gate) = self.gate().transpose() {
                f.field("gate", &field_gate);
            }if let ::core::option::Option::Some(field_mount) = self.mount().transpose() {
                f.field("mount", &field_mount);
            }if let ::core::option::Option::Some(field_left) = self.left().transpose() {
                f.field("left", &field_left);
            }if let ::core::option::Option::Some(field_right) = self.right().transpose() {
                f.field("right", &field_right);
            }f.field("finished", &self.finished());f.field("recipes", &self.recipes());
        f.finish()
    }
}

impl<'a> ::core::convert::TryFrom<PlayerRef<'a>> for Player {
    type Error = ::planus::Error;


    #[allow(unreachable_code)]
    fn try_from(value: PlayerRef<'a>) -> ::planus::Result<Self> {

        ::core::result::Result::Ok(Self {
            mode: ::core::convert::TryInto::try_into(value.mode()?)?,previous_mode: ::core::convert::TryInto::try_into(value.previous_mode()?)?,score: ::core::convert::TryInto::try_into(value.score()?)?,world: ::core::convert::Into::into(value.world()?),chosen_slot: ::core::convert::TryInto::try_into(value.chosen_slot()?)?,chosen: ::planus::alloc::boxed::Box::new(::core::convert::TryInto::try_into(value.chosen()?)?),home_world: 
                                value.home_world()?.map(::core::convert::Into::into)
                            ,home_x: ::core::convert::TryInto::try_into(value.home_x()?)?,home_y: ::core::convert::TryInto::try_into(value.home_y()?)?,home_z: ::core::convert::TryInto::try_into(value.home_z()?)?,home_fixed: 
                    if let ::core::option::Option::Some(home_fixed) = value.home_fixed()? {
                        ::core::option::Option::Some(::core::convert::TryInto::try_into(home_fixed)?)
                    } else {
                        ::core::option::Option::None
                    }
                ,awake: ::core::convert::TryInto::try_into(value.awake()?)?,hunger: ::core::convert::TryInto::try_into(value.hunger()?)?,thirst: ::core::convert::TryInto::try_into(value.thirst()?)?,since_meal: ::core::convert::TryInto::try_into(value.since_meal()?)?,level: ::core::convert::TryInto::try_into(value.level()?)?,progress: ::core::convert::TryInto::try_into(value.progress()?)?,experience: ::core::convert::TryInto::try_into(value.experience()?)?,seed: ::core::convert::TryInto::try_into(value.seed()?)?,carried: 
                            if let ::core::option::Option::Some(carried) = value.carried()? {
                                ::core::option::Option::Some(carried.to_vec_result()?)
                            } else {
                                ::core::option::Option::None
                            }
                        ,stored: 
                            if let ::core::option::Option::Some(stored) = value.stored()? {
                                ::core::option::Option::Some(stored.to_vec_result()?)
                            } else {
                                ::core::option::Option::None
                            }
                        ,abilities: ::core::convert::Into::into(value.abilities()?),gate: 
                                    value.gate()?.map(::core::convert::Into::into)
                                ,mount: 
                                if let ::core::option::Option::Some(mount) = value.mount()? {
                                    ::core::option::Option::Some(::planus::alloc::boxed::Box::new(::core::convert::TryInto::try_into(mount)?))
                                } else {
                                    ::core::option::Option::None
                                }
                            ,left: 
                                if let ::core::option::Option::Some(left) = value.left()? {
                                    ::core::option::Option::Some(::planus::alloc::boxed::Box::new(::core::convert::TryInto::try_into(left)?))
                                } else {
                                    ::core::option::Option::None
                                }
                            ,right: 
                                if let ::core::option::Option::Some(right) = value.right()? {
                                    ::core::option::Option::Some(::planus::alloc::boxed::Box::new(::core::convert::TryInto::try_into(right)?))
                                } else {
                                    ::core::option::Option::None
                                }
                            ,finished: ::core::convert::TryInto::try_into(value.finished()?)?,recipes: ::planus::alloc::boxed::Box::new(::core::convert::TryInto::try_into(value.recipes()?)?),
        })
    }
}

impl<'a> ::planus::TableRead<'a> for PlayerRef<'a> {
    #[inline]
    fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
        ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
    }
}

impl<'a> ::planus::VectorReadInner<'a> for PlayerRef<'a> {
    type Error = ::planus::Error;
    const STRIDE: usize = 4;

    unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::planus::Result<Self> {
        ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| error_kind.with_error_location(
            "[PlayerRef]",
            "get",
            buffer.offset_from_start,
        ))
    }
}

/// # Safety
/// The planus compiler generates implementations that initialize
/// the bytes in `write_values`.
unsafe impl ::planus::VectorWrite<::planus::Offset<Player>> for Player {
    type Value = ::planus::Offset<Player>;
    const STRIDE: usize = 4;
    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
        ::planus::WriteAs::prepare(self, builder)
    }

    #[inline]
    unsafe fn write_values(
        values: &[::planus::Offset<Player>],
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

impl<'a> ::planus::ReadAsRoot<'a> for PlayerRef<'a> {
    fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
        ::planus::TableRead::from_buffer(::planus::SliceWithStartOffset {
            buffer: slice,
            offset_from_start: 0,
        }, 0).map_err(|error_kind| error_kind.with_error_location(
            "[PlayerRef]",
            "read_as_root",
            0,
        ))
    }
}

    
/// The table `Item` in the namespace `formats`
/// 
/// Generated from these locations:
/// * Table `Item` in the file `schema/formats.fbs:101`
#[derive(Clone, Debug, PartialEq, PartialOrd,
Eq, Ord, Hash,
::serde::Serialize, ::serde::Deserialize
)]
pub struct Item{
    
        /// The field `count` in the table `Item`
        pub count: i8,
        /// The field `slot` in the table `Item`
        pub slot: u8,
        /// The field `name` in the table `Item`
        pub name: ::planus::alloc::string::String,}


#[allow(clippy::derivable_impls)]
impl ::core::default::Default for Item {
    fn default() -> Self {
        Self {
        count: 0,
        slot: 0,
        name: ::core::default::Default::default(),
        
        }
    }
}


impl Item {
    /// Creates a [ItemBuilder] for serializing an instance of this table.
    #[inline]
    pub fn builder() -> ItemBuilder<()> {
        ItemBuilder(())
    }

    #[allow(clippy::too_many_arguments)]
    pub fn create(
        builder: &mut ::planus::Builder,
        field_count: impl ::planus::WriteAsDefault<i8, i8>,
        field_slot: impl ::planus::WriteAsDefault<u8, u8>,
        field_name: impl ::planus::WriteAs<::planus::Offset<str>>,
        
    ) -> ::planus::Offset<Self> {let prepared_count = field_count.prepare(builder, &0);let prepared_slot = field_slot.prepare(builder, &0);let prepared_name = field_name.prepare(builder);

        let mut table_writer: ::planus::table_writer::TableWriter::<10> = ::core::default::Default::default();
        table_writer.write_entry::<::planus::Offset<str>>(2);if prepared_count.is_some() {table_writer.write_entry::<i8>(0);}if prepared_slot.is_some() {table_writer.write_entry::<u8>(1);}

        unsafe {
            table_writer.finish(builder, |object_writer| {object_writer.write::<_, _, 4>(&prepared_name);if let ::core::option::Option::Some(prepared_count) = prepared_count {object_writer.write::<_, _, 1>(&prepared_count);}if let ::core::option::Option::Some(prepared_slot) = prepared_slot {object_writer.write::<_, _, 1>(&prepared_slot);}
                
            });
        }builder.current_offset()
    }
}

impl ::planus::WriteAs<::planus::Offset<Item>> for Item {
    type Prepared = ::planus::Offset<Self>;

    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Item> {
        ::planus::WriteAsOffset::prepare(self, builder)
    }
}

impl ::planus::WriteAsOptional<::planus::Offset<Item>> for Item {
    type Prepared = ::planus::Offset<Self>;

    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Item>> {
        ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
    }
}

impl ::planus::WriteAsOffset<Item> for Item {
    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Item> {
        Item::create(
            builder,
        
            
            self.count,
            
        
            
            self.slot,
            
        
            
            &self.name,
            
        
        )
    }
}

/// Builder for serializing an instance of the [Item] type.
///
/// Can be created using the [Item::builder] method.
#[derive(Debug)]
#[must_use]
pub struct ItemBuilder<State>(State);

impl<
    
> ItemBuilder
<
    (
    
    )
>
{
    /// Setter for the [`count` field](Item#structfield.count).
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn count<T0>(self, value: T0) -> ItemBuilder<(
    
        T0,
    
    )>
    where T0: ::planus::WriteAsDefault<i8, i8>
    {
        ItemBuilder((
            
            value,
        ))
    }

    
    /// Sets the [`count` field](Item#structfield.count) to the default value.
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn count_as_default(self) -> ItemBuilder<(
        
        ::planus::DefaultValue,
    )>
    {
        self.count(::planus::DefaultValue)
    }
    

    
}

impl<
    
        T0,
    
> ItemBuilder
<
    (
    
        T0,
    
    )
>
{
    /// Setter for the [`slot` field](Item#structfield.slot).
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn slot<T1>(self, value: T1) -> ItemBuilder<(
    
        T0,
    
        T1,
    
    )>
    where T1: ::planus::WriteAsDefault<u8, u8>
    {
        
        let (
            
                v0,
            
        ) = self.0;ItemBuilder((
            
                v0,
            
            value,
        ))
    }

    
    /// Sets the [`slot` field](Item#structfield.slot) to the default value.
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn slot_as_default(self) -> ItemBuilder<(
        
            T0,
        
        ::planus::DefaultValue,
    )>
    {
        self.slot(::planus::DefaultValue)
    }
    

    
}

impl<
    
        T0,
    
        T1,
    
> ItemBuilder
<
    (
    
        T0,
    
        T1,
    
    )
>
{
    /// Setter for the [`name` field](Item#structfield.name).
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn name<T2>(self, value: T2) -> ItemBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
    )>
    where T2: ::planus::WriteAs<::planus::Offset<str>>
    {
        
        let (
            
                v0,
            
                v1,
            
        ) = self.0;ItemBuilder((
            
                v0,
            
                v1,
            
            value,
        ))
    }

    

    
}



impl<
    
        T0,
    
        T1,
    
        T2,
    
> ItemBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
)> {
    /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Item].
    #[inline]
    pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Item>
        where Self: ::planus::WriteAsOffset<Item>
    {
        ::planus::WriteAsOffset::prepare(&self, builder)
    }
}

impl<
    
        T0: ::planus::WriteAsDefault<i8, i8>,
    
        T1: ::planus::WriteAsDefault<u8, u8>,
    
        T2: ::planus::WriteAs<::planus::Offset<str>>,
    
> ::planus::WriteAs<::planus::Offset<Item>> for ItemBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
)> {
    type Prepared = ::planus::Offset<Item>;

    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Item> {
        ::planus::WriteAsOffset::prepare(self, builder)
    }
}

impl<
    
        T0: ::planus::WriteAsDefault<i8, i8>,
    
        T1: ::planus::WriteAsDefault<u8, u8>,
    
        T2: ::planus::WriteAs<::planus::Offset<str>>,
    
> ::planus::WriteAsOptional<::planus::Offset<Item>> for ItemBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
)> {
    type Prepared = ::planus::Offset<Item>;

    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Item>> {
        ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
    }
}

impl<
    
        T0: ::planus::WriteAsDefault<i8, i8>,
    
        T1: ::planus::WriteAsDefault<u8, u8>,
    
        T2: ::planus::WriteAs<::planus::Offset<str>>,
    
> ::planus::WriteAsOffset<Item> for ItemBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
)> {
    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Item> {
        
        let (
            
                v0,
            
                v1,
            
                v2,
            
        ) = &self.0;Item::create(
            builder,
            
                v0,
            
                v1,
            
                v2,
            
        )
    }
}

/// Reference to a deserialized [Item].
#[derive(Copy, Clone)]
pub struct ItemRef<'a>(
    #[allow(dead_code)]
    ::planus::table_reader::Table<'a>
);

impl<'a> ItemRef<'a> {
    
        /// Getter for the [`count` field](Item#structfield.count).
        #[inline]
        pub fn count(&self) -> ::planus::Result<i8> {
             ::core::result::Result::Ok( 
            
              
              self.0.access(0, "Item", "count")
              
            
            ?.unwrap_or(0))
            
        }
    
        /// Getter for the [`slot` field](Item#structfield.slot).
        #[inline]
        pub fn slot(&self) -> ::planus::Result<u8> {
             ::core::result::Result::Ok( 
            
              
              self.0.access(1, "Item", "slot")
              
            
            ?.unwrap_or(0))
            
        }
    
        /// Getter for the [`name` field](Item#structfield.name).
        #[inline]
        pub fn name(&self) -> ::planus::Result<&'a ::core::primitive::str> {
            
            
              
              self.0.access_required(2, "Item", "name")
              
            
            
            
        }
    
}

impl<'a> ::core::fmt::Debug for ItemRef<'a> {
    fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        let mut f = f.debug_struct("ItemRef");
        f.field("count", &self.count());f.field("slot", &self.slot());f.field("name", &self.name());
        f.finish()
    }
}

impl<'a> ::core::convert::TryFrom<ItemRef<'a>> for Item {
    type Error = ::planus::Error;


    #[allow(unreachable_code)]
    fn try_from(value: ItemRef<'a>) -> ::planus::Result<Self> {

        ::core::result::Result::Ok(Self {
            count: ::core::convert::TryInto::try_into(value.count()?)?,slot: ::core::convert::TryInto::try_into(value.slot()?)?,name: ::core::convert::Into::into(value.name()?),
        })
    }
}

impl<'a> ::planus::TableRead<'a> for ItemRef<'a> {
    #[inline]
    fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
        ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
    }
}

impl<'a> ::planus::VectorReadInner<'a> for ItemRef<'a> {
    type Error = ::planus::Error;
    const STRIDE: usize = 4;

    unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::planus::Result<Self> {
        ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| error_kind.with_error_location(
            "[ItemRef]",
            "get",
            buffer.offset_from_start,
        ))
    }
}

/// # Safety
/// The planus compiler generates implementations that initialize
/// the bytes in `write_values`.
unsafe impl ::planus::VectorWrite<::planus::Offset<Item>> for Item {
    type Value = ::planus::Offset<Item>;
    const STRIDE: usize = 4;
    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
        ::planus::WriteAs::prepare(self, builder)
    }

    #[inline]
    unsafe fn write_values(
        values: &[::planus::Offset<Item>],
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

impl<'a> ::planus::ReadAsRoot<'a> for ItemRef<'a> {
    fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
        ::planus::TableRead::from_buffer(::planus::SliceWithStartOffset {
            buffer: slice,
            offset_from_start: 0,
        }, 0).map_err(|error_kind| error_kind.with_error_location(
            "[ItemRef]",
            "read_as_root",
            0,
        ))
    }
}

    
/// The struct `Abilities` in the namespace `formats`
/// 
/// Generated from these locations:
/// * Struct `Abilities` in the file `schema/formats.fbs:107`
#[derive(Copy, Clone, Debug, PartialEq, PartialOrd,

Default, 
::serde::Serialize, ::serde::Deserialize
)]
pub struct Abilities {
    
        /// The field `walking` in the struct `Abilities`
        pub walking: f32,
    
        /// The field `flying` in the struct `Abilities`
        pub flying: f32,
    
        /// The field `may_fly` in the struct `Abilities`
        pub may_fly: bool,
    
        /// The field `flies` in the struct `Abilities`
        pub flies: bool,
    
        /// The field `invulnerable` in the struct `Abilities`
        pub invulnerable: bool,
    
        /// The field `may_build` in the struct `Abilities`
        pub may_build: bool,
    
        /// The field `builds_at_once` in the struct `Abilities`
        pub builds_at_once: bool,
    
}

/// # Safety
/// The Planus compiler correctly calculates `ALIGNMENT` and `SIZE`.
unsafe impl ::planus::Primitive for Abilities {
    const ALIGNMENT: usize = 4;
    const SIZE: usize = 16;
}

#[allow(clippy::identity_op)]
impl ::planus::WriteAsPrimitive<Abilities> for Abilities {
    #[inline]
    fn write<const N: usize>(&self, cursor: ::planus::Cursor<'_, N>, buffer_position: u32) {
        let (cur, cursor) = cursor.split::<4 , 12>();
            self.walking.write(cur, buffer_position - 0);let (cur, cursor) = cursor.split::<4 , 8>();
            self.flying.write(cur, buffer_position - 4);let (cur, cursor) = cursor.split::<1 , 7>();
            self.may_fly.write(cur, buffer_position - 8);let (cur, cursor) = cursor.split::<1 , 6>();
            self.flies.write(cur, buffer_position - 9);let (cur, cursor) = cursor.split::<1 , 5>();
            self.invulnerable.write(cur, buffer_position - 10);let (cur, cursor) = cursor.split::<1 , 4>();
            self.may_build.write(cur, buffer_position - 11);let (cur, cursor) = cursor.split::<1 , 3>();
            self.builds_at_once.write(cur, buffer_position - 12);let cursor = cursor.write::<3, 0>([0; 3]);
        cursor.finish([]);
    }
}

impl ::planus::WriteAsOffset<Abilities> for Abilities {
    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Abilities> {
        unsafe {
            builder.write_with(
                16,
                3,
                |buffer_position, bytes| {
                    let bytes = bytes.as_mut_ptr();

                    ::planus::WriteAsPrimitive::write(
                        self,
                        ::planus::Cursor::new(&mut *(bytes as *mut [::core::mem::MaybeUninit<u8>; 16])),
                        buffer_position,
                    );
                }
            );
        }
        builder.current_offset()
    }
}

impl ::planus::WriteAs<Abilities> for Abilities {
    type Prepared = Self;
    #[inline]
    fn prepare(&self, _builder: &mut ::planus::Builder) -> Self {
        *self
    }
}

impl ::planus::WriteAsOptional<Abilities> for Abilities {
    type Prepared = Self;
    #[inline]
    fn prepare(&self, _builder: &mut ::planus::Builder) -> ::core::option::Option<Self> {
        ::core::option::Option::Some(*self)
    }
}

/// Reference to a deserialized [Abilities].
#[derive(Copy, Clone)]
pub struct AbilitiesRef<'a>(::planus::ArrayWithStartOffset<'a, 16>);

impl<'a> AbilitiesRef<'a> {
    
        /// Getter for the [`walking` field](Abilities#structfield.walking).
        pub fn walking(&self) -> f32 {
            let buffer = self.0.advance_as_array::<4>(0).unwrap();
            
            f32::from_le_bytes(*buffer.as_array())
            
        }
    
        /// Getter for the [`flying` field](Abilities#structfield.flying).
        pub fn flying(&self) -> f32 {
            let buffer = self.0.advance_as_array::<4>(4).unwrap();
            
            f32::from_le_bytes(*buffer.as_array())
            
        }
    
        /// Getter for the [`may_fly` field](Abilities#structfield.may_fly).
        pub fn may_fly(&self) -> bool {
            let buffer = self.0.advance_as_array::<1>(8).unwrap();
            
            buffer.as_array()[0] != 0
            
        }
    
        /// Getter for the [`flies` field](Abilities#structfield.flies).
        pub fn flies(&self) -> bool {
            let buffer = self.0.advance_as_array::<1>(9).unwrap();
            
            buffer.as_array()[0] != 0
            
        }
    
        /// Getter for the [`invulnerable` field](Abilities#structfield.invulnerable).
        pub fn invulnerable(&self) -> bool {
            let buffer = self.0.advance_as_array::<1>(10).unwrap();
            
            buffer.as_array()[0] != 0
            
        }
    
        /// Getter for the [`may_build` field](Abilities#structfield.may_build).
        pub fn may_build(&self) -> bool {
            let buffer = self.0.advance_as_array::<1>(11).unwrap();
            
            buffer.as_array()[0] != 0
            
        }
    
        /// Getter for the [`builds_at_once` field](Abilities#structfield.builds_at_once).
        pub fn builds_at_once(&self) -> bool {
            let buffer = self.0.advance_as_array::<1>(12).unwrap();
            
            buffer.as_array()[0] != 0
            
        }
    
}

impl<'a> ::core::fmt::Debug for AbilitiesRef<'a> {
    fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        let mut f = f.debug_struct("AbilitiesRef");
        f.field("walking", &self.walking());f.field("flying", &self.flying());f.field("may_fly", &self.may_fly());f.field("flies", &self.flies());f.field("invulnerable", &self.invulnerable());f.field("may_build", &self.may_build());f.field("builds_at_once", &self.builds_at_once());
        f.finish()
    }
}

impl<'a> ::core::convert::From<::planus::ArrayWithStartOffset<'a, 16>> for AbilitiesRef<'a> {
    fn from(array: ::planus::ArrayWithStartOffset<'a, 16>) -> Self {
        Self(array)
    }
}

impl<'a> ::core::convert::From<AbilitiesRef<'a>> for Abilities {
    #[allow(unreachable_code)]
    fn from(value: AbilitiesRef<'a>) -> Self {
        Self {
        walking:
            value.walking(),
            flying:
            value.flying(),
            may_fly:
            value.may_fly(),
            flies:
            value.flies(),
            invulnerable:
            value.invulnerable(),
            may_build:
            value.may_build(),
            builds_at_once:
            value.builds_at_once(),
            
        }
    }
}

impl<'a, 'b> ::core::cmp::PartialEq<AbilitiesRef<'a>> for AbilitiesRef<'b> {
    fn eq(&self, other: &AbilitiesRef<'_>) -> bool {
        
            self.walking() == other.walking() && 
            self.flying() == other.flying() && 
            self.may_fly() == other.may_fly() && 
            self.flies() == other.flies() && 
            self.invulnerable() == other.invulnerable() && 
            self.may_build() == other.may_build() && 
            self.builds_at_once() == other.builds_at_once()
    }
}

    impl<'a, 'b> ::core::cmp::PartialOrd<AbilitiesRef<'a>> for AbilitiesRef<'b> {
        fn partial_cmp(&self, other: &AbilitiesRef<'_>) -> ::core::option::Option<::core::cmp::Ordering> {
            
                match self.walking().partial_cmp(&other.walking()) {
                    ::core::option::Option::Some(::core::cmp::Ordering::Equal) => (),
                    o => return o,
                }
                
                match self.flying().partial_cmp(&other.flying()) {
                    ::core::option::Option::Some(::core::cmp::Ordering::Equal) => (),
                    o => return o,
                }
                
                match self.may_fly().partial_cmp(&other.may_fly()) {
                    ::core::option::Option::Some(::core::cmp::Ordering::Equal) => (),
                    o => return o,
                }
                
                match self.flies().partial_cmp(&other.flies()) {
                    ::core::option::Option::Some(::core::cmp::Ordering::Equal) => (),
                    o => return o,
                }
                
                match self.invulnerable().partial_cmp(&other.invulnerable()) {
                    ::core::option::Option::Some(::core::cmp::Ordering::Equal) => (),
                    o => return o,
                }
                
                match self.may_build().partial_cmp(&other.may_build()) {
                    ::core::option::Option::Some(::core::cmp::Ordering::Equal) => (),
                    o => return o,
                }
                
                self.builds_at_once().partial_cmp(&other.builds_at_once())
                
        }
    }


impl<'a> ::planus::TableRead<'a> for AbilitiesRef<'a> {
    #[inline]
    fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
        let buffer = buffer.advance_as_array::<16>(offset)?;
        ::core::result::Result::Ok(Self(buffer))
    }
}

impl<'a> ::planus::VectorRead<'a> for AbilitiesRef<'a> {
    const STRIDE: usize = 16;

    #[inline]
    unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> Self {
        Self(unsafe { buffer.unchecked_advance_as_array(offset) })
    }
}

/// # Safety
/// The planus compiler generates implementations that initialize
/// the bytes in `write_values`.
unsafe impl ::planus::VectorWrite<Abilities> for Abilities {
    const STRIDE: usize = 16;

    type Value = Abilities;

    #[inline]
    fn prepare(&self, _builder: &mut ::planus::Builder) -> Self::Value {
        *self
    }

    #[inline]
    unsafe fn write_values(
        values: &[Abilities],
        bytes: *mut ::core::mem::MaybeUninit<u8>,
        buffer_position: u32,
    ) {
        let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 16];
        for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
            ::planus::WriteAsPrimitive::write(
                v,
                ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                
                buffer_position - (16 * i) as u32,
                
            );
        }
    }
}

    
/// The table `Mount` in the namespace `formats`
/// 
/// Generated from these locations:
/// * Table `Mount` in the file `schema/formats.fbs:117`
#[derive(Clone, Debug, PartialEq, PartialOrd,

::serde::Serialize, ::serde::Deserialize
)]
pub struct Mount{
    
        /// The field `id` in the table `Mount`
        pub id: self::Id,
        /// The field `creature` in the table `Mount`
        pub creature: ::planus::alloc::boxed::Box<self::Creature>,}


#[allow(clippy::derivable_impls)]
impl ::core::default::Default for Mount {
    fn default() -> Self {
        Self {
        id: ::core::default::Default::default(),
        creature: ::core::default::Default::default(),
        
        }
    }
}


impl Mount {
    /// Creates a [MountBuilder] for serializing an instance of this table.
    #[inline]
    pub fn builder() -> MountBuilder<()> {
        MountBuilder(())
    }

    #[allow(clippy::too_many_arguments)]
    pub fn create(
        builder: &mut ::planus::Builder,
        field_id: impl ::planus::WriteAs<self::Id>,
        field_creature: impl ::planus::WriteAs<::planus::Offset<self::Creature>>,
        
    ) -> ::planus::Offset<Self> {let prepared_id = field_id.prepare(builder);let prepared_creature = field_creature.prepare(builder);

        let mut table_writer: ::planus::table_writer::TableWriter::<8> = ::core::default::Default::default();
        table_writer.write_entry::<self::Id>(0);table_writer.write_entry::<::planus::Offset<self::Creature>>(1);

        unsafe {
            table_writer.finish(builder, |object_writer| {object_writer.write::<_, _, 16>(&prepared_id);object_writer.write::<_, _, 4>(&prepared_creature);
                
            });
        }builder.current_offset()
    }
}

impl ::planus::WriteAs<::planus::Offset<Mount>> for Mount {
    type Prepared = ::planus::Offset<Self>;

    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Mount> {
        ::planus::WriteAsOffset::prepare(self, builder)
    }
}

impl ::planus::WriteAsOptional<::planus::Offset<Mount>> for Mount {
    type Prepared = ::planus::Offset<Self>;

    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Mount>> {
        ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
    }
}

impl ::planus::WriteAsOffset<Mount> for Mount {
    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Mount> {
        Mount::create(
            builder,
        
            
            self.id,
            
        
            
            &self.creature,
            
        
        )
    }
}

/// Builder for serializing an instance of the [Mount] type.
///
/// Can be created using the [Mount::builder] method.
#[derive(Debug)]
#[must_use]
pub struct MountBuilder<State>(State);

impl<
    
> MountBuilder
<
    (
    
    )
>
{
    /// Setter for the [`id` field](Mount#structfield.id).
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn id<T0>(self, value: T0) -> MountBuilder<(
    
        T0,
    
    )>
    where T0: ::planus::WriteAs<self::Id>
    {
        MountBuilder((
            
            value,
        ))
    }

    

    
}

impl<
    
        T0,
    
> MountBuilder
<
    (
    
        T0,
    
    )
>
{
    /// Setter for the [`creature` field](Mount#structfield.creature).
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn creature<T1>(self, value: T1) -> MountBuilder<(
    
        T0,
    
        T1,
    
    )>
    where T1: ::planus::WriteAs<::planus::Offset<self::Creature>>
    {
        
        let (
            
                v0,
            
        ) = self.0;MountBuilder((
            
                v0,
            
            value,
        ))
    }

    

    
}



impl<
    
        T0,
    
        T1,
    
> MountBuilder<(
    
        T0,
    
        T1,
    
)> {
    /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Mount].
    #[inline]
    pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Mount>
        where Self: ::planus::WriteAsOffset<Mount>
    {
        ::planus::WriteAsOffset::prepare(&self, builder)
    }
}

impl<
    
        T0: ::planus::WriteAs<self::Id>,
    
        T1: ::planus::WriteAs<::planus::Offset<self::Creature>>,
    
> ::planus::WriteAs<::planus::Offset<Mount>> for MountBuilder<(
    
        T0,
    
        T1,
    
)> {
    type Prepared = ::planus::Offset<Mount>;

    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Mount> {
        ::planus::WriteAsOffset::prepare(self, builder)
    }
}

impl<
    
        T0: ::planus::WriteAs<self::Id>,
    
        T1: ::planus::WriteAs<::planus::Offset<self::Creature>>,
    
> ::planus::WriteAsOptional<::planus::Offset<Mount>> for MountBuilder<(
    
        T0,
    
        T1,
    
)> {
    type Prepared = ::planus::Offset<Mount>;

    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Mount>> {
        ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
    }
}

impl<
    
        T0: ::planus::WriteAs<self::Id>,
    
        T1: ::planus::WriteAs<::planus::Offset<self::Creature>>,
    
> ::planus::WriteAsOffset<Mount> for MountBuilder<(
    
        T0,
    
        T1,
    
)> {
    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Mount> {
        
        let (
            
                v0,
            
                v1,
            
        ) = &self.0;Mount::create(
            builder,
            
                v0,
            
                v1,
            
        )
    }
}

/// Reference to a deserialized [Mount].
#[derive(Copy, Clone)]
pub struct MountRef<'a>(
    #[allow(dead_code)]
    ::planus::table_reader::Table<'a>
);

impl<'a> MountRef<'a> {
    
        /// Getter for the [`id` field](Mount#structfield.id).
        #[inline]
        pub fn id(&self) -> ::planus::Result<self::IdRef<'a>> {
            
            
              
              self.0.access_required(0, "Mount", "id")
              
            
            
            
        }
    
        /// Getter for the [`creature` field](Mount#structfield.creature).
        #[inline]
        pub fn creature(&self) -> ::planus::Result<self::CreatureRef<'a>> {
            
            
              
              self.0.access_required(1, "Mount", "creature")
              
            
            
            
        }
    
}

impl<'a> ::core::fmt::Debug for MountRef<'a> {
    fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        let mut f = f.debug_struct("MountRef");
        f.field("id", &self.id());f.field("creature", &self.creature());
        f.finish()
    }
}

impl<'a> ::core::convert::TryFrom<MountRef<'a>> for Mount {
    type Error = ::planus::Error;


    #[allow(unreachable_code)]
    fn try_from(value: MountRef<'a>) -> ::planus::Result<Self> {

        ::core::result::Result::Ok(Self {
            id: ::core::convert::Into::into(value.id()?),creature: ::planus::alloc::boxed::Box::new(::core::convert::TryInto::try_into(value.creature()?)?),
        })
    }
}

impl<'a> ::planus::TableRead<'a> for MountRef<'a> {
    #[inline]
    fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
        ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
    }
}

impl<'a> ::planus::VectorReadInner<'a> for MountRef<'a> {
    type Error = ::planus::Error;
    const STRIDE: usize = 4;

    unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::planus::Result<Self> {
        ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| error_kind.with_error_location(
            "[MountRef]",
            "get",
            buffer.offset_from_start,
        ))
    }
}

/// # Safety
/// The planus compiler generates implementations that initialize
/// the bytes in `write_values`.
unsafe impl ::planus::VectorWrite<::planus::Offset<Mount>> for Mount {
    type Value = ::planus::Offset<Mount>;
    const STRIDE: usize = 4;
    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
        ::planus::WriteAs::prepare(self, builder)
    }

    #[inline]
    unsafe fn write_values(
        values: &[::planus::Offset<Mount>],
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

impl<'a> ::planus::ReadAsRoot<'a> for MountRef<'a> {
    fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
        ::planus::TableRead::from_buffer(::planus::SliceWithStartOffset {
            buffer: slice,
            offset_from_start: 0,
        }, 0).map_err(|error_kind| error_kind.with_error_location(
            "[MountRef]",
            "read_as_root",
            0,
        ))
    }
}

    
/// The table `Creature` in the namespace `formats`
/// 
/// Generated from these locations:
/// * Table `Creature` in the file `schema/formats.fbs:122`
#[derive(Clone, Debug, PartialEq, PartialOrd,

::serde::Serialize, ::serde::Deserialize
)]
pub struct Creature{
    
        /// The field `species` in the table `Creature`
        pub species: ::planus::alloc::string::String,
        /// The field `position` in the table `Creature`
        pub position: self::Position,
        /// The field `motion` in the table `Creature`
        pub motion: self::Position,
        /// The field `facing` in the table `Creature`
        pub facing: self::Facing,
        /// The field `fallen` in the table `Creature`
        pub fallen: f32,
        /// The field `fire` in the table `Creature`
        pub fire: u16,
        /// The field `air` in the table `Creature`
        pub air: u16,
        /// The field `on_ground` in the table `Creature`
        pub on_ground: bool,
        /// The field `weightless` in the table `Creature`
        pub weightless: bool,
        /// The field `invulnerable` in the table `Creature`
        pub invulnerable: bool,
        /// The field `waits` in the table `Creature`
        pub waits: i32,
        /// The field `id` in the table `Creature`
        pub id: self::Id,
        /// The field `name` in the table `Creature`
        pub name: ::core::option::Option<::planus::alloc::string::String>,
        /// The field `name_shown` in the table `Creature`
        pub name_shown: bool,
        /// The field `silent` in the table `Creature`
        pub silent: bool,
        /// The field `glows` in the table `Creature`
        pub glows: bool,}


#[allow(clippy::derivable_impls)]
impl ::core::default::Default for Creature {
    fn default() -> Self {
        Self {
        species: ::core::default::Default::default(),
        position: ::core::default::Default::default(),
        motion: ::core::default::Default::default(),
        facing: ::core::default::Default::default(),
        fallen: 0.0,
        fire: 0,
        air: 0,
        on_ground: false,
        weightless: false,
        invulnerable: false,
        waits: 0,
        id: ::core::default::Default::default(),
        name: ::core::default::Default::default(),
        name_shown: false,
        silent: false,
        glows: false,
        
        }
    }
}


impl Creature {
    /// Creates a [CreatureBuilder] for serializing an instance of this table.
    #[inline]
    pub fn builder() -> CreatureBuilder<()> {
        CreatureBuilder(())
    }

    #[allow(clippy::too_many_arguments)]
    pub fn create(
        builder: &mut ::planus::Builder,
        field_species: impl ::planus::WriteAs<::planus::Offset<str>>,
        field_position: impl ::planus::WriteAs<self::Position>,
        field_motion: impl ::planus::WriteAs<self::Position>,
        field_facing: impl ::planus::WriteAs<self::Facing>,
        field_fallen: impl ::planus::WriteAsDefault<f32, f32>,
        field_fire: impl ::planus::WriteAsDefault<u16, u16>,
        field_air: impl ::planus::WriteAsDefault<u16, u16>,
        field_on_ground: impl ::planus::WriteAsDefault<bool, bool>,
        field_weightless: impl ::planus::WriteAsDefault<bool, bool>,
        field_invulnerable: impl ::planus::WriteAsDefault<bool, bool>,
        field_waits: impl ::planus::WriteAsDefault<i32, i32>,
        field_id: impl ::planus::WriteAs<self::Id>,
        field_name: impl ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
        field_name_shown: impl ::planus::WriteAsDefault<bool, bool>,
        field_silent: impl ::planus::WriteAsDefault<bool, bool>,
        field_glows: impl ::planus::WriteAsDefault<bool, bool>,
        
    ) -> ::planus::Offset<Self> {let prepared_species = field_species.prepare(builder);let prepared_position = field_position.prepare(builder);let prepared_motion = field_motion.prepare(builder);let prepared_facing = field_facing.prepare(builder);let prepared_fallen = field_fallen.prepare(builder, &0.0);let prepared_fire = field_fire.prepare(builder, &0);let prepared_air = field_air.prepare(builder, &0);let prepared_on_ground = field_on_ground.prepare(builder, &false);let prepared_weightless = field_weightless.prepare(builder, &false);let prepared_invulnerable = field_invulnerable.prepare(builder, &false);let prepared_waits = field_waits.prepare(builder, &0);let prepared_id = field_id.prepare(builder);let prepared_name = field_name.prepare(builder);let prepared_name_shown = field_name_shown.prepare(builder, &false);let prepared_silent = field_silent.prepare(builder, &false);let prepared_glows = field_glows.prepare(builder, &false);

        let mut table_writer: ::planus::table_writer::TableWriter::<36> = ::core::default::Default::default();
        table_writer.write_entry::<self::Position>(1);table_writer.write_entry::<self::Position>(2);table_writer.write_entry::<::planus::Offset<str>>(0);table_writer.write_entry::<self::Facing>(3);if prepared_fallen.is_some() {table_writer.write_entry::<f32>(4);}if prepared_waits.is_some() {table_writer.write_entry::<i32>(10);}table_writer.write_entry::<self::Id>(11);if prepared_name.is_some() {table_writer.write_entry::<::planus::Offset<str>>(12);}if prepared_fire.is_some() {table_writer.write_entry::<u16>(5);}if prepared_air.is_some() {table_writer.write_entry::<u16>(6);}if prepared_on_ground.is_some() {table_writer.write_entry::<bool>(7);}if prepared_weightless.is_some() {table_writer.write_entry::<bool>(8);}if prepared_invulnerable.is_some() {table_writer.write_entry::<bool>(9);}if prepared_name_shown.is_some() {table_writer.write_entry::<bool>(13);}if prepared_silent.is_some() {table_writer.write_entry::<bool>(14);}if prepared_glows.is_some() {table_writer.write_entry::<bool>(15);}

        unsafe {
            table_writer.finish(builder, |object_writer| {object_writer.write::<_, _, 24>(&prepared_position);object_writer.write::<_, _, 24>(&prepared_motion);object_writer.write::<_, _, 4>(&prepared_species);object_writer.write::<_, _, 8>(&prepared_facing);if let ::core::option::Option::Some(prepared_fallen) = prepared_fallen {object_writer.write::<_, _, 4>(&prepared_fallen);}if let ::core::option::Option::Some(prepared_waits) = prepared_waits {object_writer.write::<_, _, 4>(&prepared_waits);}object_writer.write::<_, _, 16>(&prepared_id);if let ::core::option::Option::Some(prepared_name) = prepared_name {object_writer.write::<_, _, 4>(&prepared_name);}if let ::core::option::Option::Some(prepared_fire) = prepared_fire {object_writer.write::<_, _, 2>(&prepared_fire);}if let ::core::option::Option::Some(prepared_air) = prepared_air {object_writer.write::<_, _, 2>(&prepared_air);}if let ::core::option::Option::Some(prepared_on_ground) = prepared_on_ground {object_writer.write::<_, _, 1>(&prepared_on_ground);}if let ::core::option::Option::Some(prepared_weightless) = prepared_weightless {object_writer.write::<_, _, 1>(&prepared_weightless);}if let ::core::option::Option::Some(prepared_invulnerable) = prepared_invulnerable {object_writer.write::<_, _, 1>(&prepared_invulnerable);}if let ::core::option::Option::Some(prepared_name_shown) = prepared_name_shown {object_writer.write::<_, _, 1>(&prepared_name_shown);}if let ::core::option::Option::Some(prepared_silent) = prepared_silent {object_writer.write::<_, _, 1>(&prepared_silent);}if let ::core::option::Option::Some(prepared_glows) = prepared_glows {object_writer.write::<_, _, 1>(&prepared_glows);}
                
            });
        }builder.current_offset()
    }
}

impl ::planus::WriteAs<::planus::Offset<Creature>> for Creature {
    type Prepared = ::planus::Offset<Self>;

    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Creature> {
        ::planus::WriteAsOffset::prepare(self, builder)
    }
}

impl ::planus::WriteAsOptional<::planus::Offset<Creature>> for Creature {
    type Prepared = ::planus::Offset<Self>;

    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Creature>> {
        ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
    }
}

impl ::planus::WriteAsOffset<Creature> for Creature {
    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Creature> {
        Creature::create(
            builder,
        
            
            &self.species,
            
        
            
            self.position,
            
        
            
            self.motion,
            
        
            
            self.facing,
            
        
            
            self.fallen,
            
        
            
            self.fire,
            
        
            
            self.air,
            
        
            
            self.on_ground,
            
        
            
            self.weightless,
            
        
            
            self.invulnerable,
            
        
            
            self.waits,
            
        
            
            self.id,
            
        
            
            &self.name,
            
        
            
            self.name_shown,
            
        
            
            self.silent,
            
        
            
            self.glows,
            
        
        )
    }
}

/// Builder for serializing an instance of the [Creature] type.
///
/// Can be created using the [Creature::builder] method.
#[derive(Debug)]
#[must_use]
pub struct CreatureBuilder<State>(State);

impl<
    
> CreatureBuilder
<
    (
    
    )
>
{
    /// Setter for the [`species` field](Creature#structfield.species).
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn species<T0>(self, value: T0) -> CreatureBuilder<(
    
        T0,
    
    )>
    where T0: ::planus::WriteAs<::planus::Offset<str>>
    {
        CreatureBuilder((
            
            value,
        ))
    }

    

    
}

impl<
    
        T0,
    
> CreatureBuilder
<
    (
    
        T0,
    
    )
>
{
    /// Setter for the [`position` field](Creature#structfield.position).
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn position<T1>(self, value: T1) -> CreatureBuilder<(
    
        T0,
    
        T1,
    
    )>
    where T1: ::planus::WriteAs<self::Position>
    {
        
        let (
            
                v0,
            
        ) = self.0;CreatureBuilder((
            
                v0,
            
            value,
        ))
    }

    

    
}

impl<
    
        T0,
    
        T1,
    
> CreatureBuilder
<
    (
    
        T0,
    
        T1,
    
    )
>
{
    /// Setter for the [`motion` field](Creature#structfield.motion).
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn motion<T2>(self, value: T2) -> CreatureBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
    )>
    where T2: ::planus::WriteAs<self::Position>
    {
        
        let (
            
                v0,
            
                v1,
            
        ) = self.0;CreatureBuilder((
            
                v0,
            
                v1,
            
            value,
        ))
    }

    

    
}

impl<
    
        T0,
    
        T1,
    
        T2,
    
> CreatureBuilder
<
    (
    
        T0,
    
        T1,
    
        T2,
    
    )
>
{
    /// Setter for the [`facing` field](Creature#structfield.facing).
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn facing<T3>(self, value: T3) -> CreatureBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
    )>
    where T3: ::planus::WriteAs<self::Facing>
    {
        
        let (
            
                v0,
            
                v1,
            
                v2,
            
        ) = self.0;CreatureBuilder((
            
                v0,
            
                v1,
            
                v2,
            
            value,
        ))
    }

    

    
}

impl<
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
> CreatureBuilder
<
    (
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
    )
>
{
    /// Setter for the [`fallen` field](Creature#structfield.fallen).
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn fallen<T4>(self, value: T4) -> CreatureBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
    )>
    where T4: ::planus::WriteAsDefault<f32, f32>
    {
        
        let (
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
        ) = self.0;CreatureBuilder((
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
            value,
        ))
    }

    
    /// Sets the [`fallen` field](Creature#structfield.fallen) to the default value.
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn fallen_as_default(self) -> CreatureBuilder<(
        
            T0,
        
            T1,
        
            T2,
        
            T3,
        
        ::planus::DefaultValue,
    )>
    {
        self.fallen(::planus::DefaultValue)
    }
    

    
}

impl<
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
> CreatureBuilder
<
    (
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
    )
>
{
    /// Setter for the [`fire` field](Creature#structfield.fire).
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn fire<T5>(self, value: T5) -> CreatureBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
    )>
    where T5: ::planus::WriteAsDefault<u16, u16>
    {
        
        let (
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
        ) = self.0;CreatureBuilder((
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
            value,
        ))
    }

    
    /// Sets the [`fire` field](Creature#structfield.fire) to the default value.
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn fire_as_default(self) -> CreatureBuilder<(
        
            T0,
        
            T1,
        
            T2,
        
            T3,
        
            T4,
        
        ::planus::DefaultValue,
    )>
    {
        self.fire(::planus::DefaultValue)
    }
    

    
}

impl<
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
> CreatureBuilder
<
    (
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
    )
>
{
    /// Setter for the [`air` field](Creature#structfield.air).
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn air<T6>(self, value: T6) -> CreatureBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
    )>
    where T6: ::planus::WriteAsDefault<u16, u16>
    {
        
        let (
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
                v5,
            
        ) = self.0;CreatureBuilder((
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
                v5,
            
            value,
        ))
    }

    
    /// Sets the [`air` field](Creature#structfield.air) to the default value.
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn air_as_default(self) -> CreatureBuilder<(
        
            T0,
        
            T1,
        
            T2,
        
            T3,
        
            T4,
        
            T5,
        
        ::planus::DefaultValue,
    )>
    {
        self.air(::planus::DefaultValue)
    }
    

    
}

impl<
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
> CreatureBuilder
<
    (
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
    )
>
{
    /// Setter for the [`on_ground` field](Creature#structfield.on_ground).
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn on_ground<T7>(self, value: T7) -> CreatureBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
    )>
    where T7: ::planus::WriteAsDefault<bool, bool>
    {
        
        let (
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
                v5,
            
                v6,
            
        ) = self.0;CreatureBuilder((
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
                v5,
            
                v6,
            
            value,
        ))
    }

    
    /// Sets the [`on_ground` field](Creature#structfield.on_ground) to the default value.
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn on_ground_as_default(self) -> CreatureBuilder<(
        
            T0,
        
            T1,
        
            T2,
        
            T3,
        
            T4,
        
            T5,
        
            T6,
        
        ::planus::DefaultValue,
    )>
    {
        self.on_ground(::planus::DefaultValue)
    }
    

    
}

impl<
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
> CreatureBuilder
<
    (
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
    )
>
{
    /// Setter for the [`weightless` field](Creature#structfield.weightless).
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn weightless<T8>(self, value: T8) -> CreatureBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
    )>
    where T8: ::planus::WriteAsDefault<bool, bool>
    {
        
        let (
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
                v5,
            
                v6,
            
                v7,
            
        ) = self.0;CreatureBuilder((
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
                v5,
            
                v6,
            
                v7,
            
            value,
        ))
    }

    
    /// Sets the [`weightless` field](Creature#structfield.weightless) to the default value.
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn weightless_as_default(self) -> CreatureBuilder<(
        
            T0,
        
            T1,
        
            T2,
        
            T3,
        
            T4,
        
            T5,
        
            T6,
        
            T7,
        
        ::planus::DefaultValue,
    )>
    {
        self.weightless(::planus::DefaultValue)
    }
    

    
}

impl<
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
> CreatureBuilder
<
    (
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
    )
>
{
    /// Setter for the [`invulnerable` field](Creature#structfield.invulnerable).
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn invulnerable<T9>(self, value: T9) -> CreatureBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
    )>
    where T9: ::planus::WriteAsDefault<bool, bool>
    {
        
        let (
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
                v5,
            
                v6,
            
                v7,
            
                v8,
            
        ) = self.0;CreatureBuilder((
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
                v5,
            
                v6,
            
                v7,
            
                v8,
            
            value,
        ))
    }

    
    /// Sets the [`invulnerable` field](Creature#structfield.invulnerable) to the default value.
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn invulnerable_as_default(self) -> CreatureBuilder<(
        
            T0,
        
            T1,
        
            T2,
        
            T3,
        
            T4,
        
            T5,
        
            T6,
        
            T7,
        
            T8,
        
        ::planus::DefaultValue,
    )>
    {
        self.invulnerable(::planus::DefaultValue)
    }
    

    
}

impl<
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
> CreatureBuilder
<
    (
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
    )
>
{
    /// Setter for the [`waits` field](Creature#structfield.waits).
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn waits<T10>(self, value: T10) -> CreatureBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
        T10,
    
    )>
    where T10: ::planus::WriteAsDefault<i32, i32>
    {
        
        let (
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
                v5,
            
                v6,
            
                v7,
            
                v8,
            
                v9,
            
        ) = self.0;CreatureBuilder((
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
                v5,
            
                v6,
            
                v7,
            
                v8,
            
                v9,
            
            value,
        ))
    }

    
    /// Sets the [`waits` field](Creature#structfield.waits) to the default value.
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn waits_as_default(self) -> CreatureBuilder<(
        
            T0,
        
            T1,
        
            T2,
        
            T3,
        
            T4,
        
            T5,
        
            T6,
        
            T7,
        
            T8,
        
            T9,
        
        ::planus::DefaultValue,
    )>
    {
        self.waits(::planus::DefaultValue)
    }
    

    
}

impl<
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
        T10,
    
> CreatureBuilder
<
    (
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
        T10,
    
    )
>
{
    /// Setter for the [`id` field](Creature#structfield.id).
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn id<T11>(self, value: T11) -> CreatureBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
        T10,
    
        T11,
    
    )>
    where T11: ::planus::WriteAs<self::Id>
    {
        
        let (
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
                v5,
            
                v6,
            
                v7,
            
                v8,
            
                v9,
            
                v10,
            
        ) = self.0;CreatureBuilder((
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
                v5,
            
                v6,
            
                v7,
            
                v8,
            
                v9,
            
                v10,
            
            value,
        ))
    }

    

    
}

impl<
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
        T10,
    
        T11,
    
> CreatureBuilder
<
    (
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
        T10,
    
        T11,
    
    )
>
{
    /// Setter for the [`name` field](Creature#structfield.name).
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn name<T12>(self, value: T12) -> CreatureBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
        T10,
    
        T11,
    
        T12,
    
    )>
    where T12: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>
    {
        
        let (
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
                v5,
            
                v6,
            
                v7,
            
                v8,
            
                v9,
            
                v10,
            
                v11,
            
        ) = self.0;CreatureBuilder((
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
                v5,
            
                v6,
            
                v7,
            
                v8,
            
                v9,
            
                v10,
            
                v11,
            
            value,
        ))
    }

    

    
    /// Sets the [`name` field](Creature#structfield.name) to null.
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn name_as_null(self) -> CreatureBuilder<(
        
            T0,
        
            T1,
        
            T2,
        
            T3,
        
            T4,
        
            T5,
        
            T6,
        
            T7,
        
            T8,
        
            T9,
        
            T10,
        
            T11,
        
        (),
    )>
    {
        self.name(())
    }
    
}

impl<
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
        T10,
    
        T11,
    
        T12,
    
> CreatureBuilder
<
    (
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
        T10,
    
        T11,
    
        T12,
    
    )
>
{
    /// Setter for the [`name_shown` field](Creature#structfield.name_shown).
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn name_shown<T13>(self, value: T13) -> CreatureBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
        T10,
    
        T11,
    
        T12,
    
        T13,
    
    )>
    where T13: ::planus::WriteAsDefault<bool, bool>
    {
        
        let (
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
                v5,
            
                v6,
            
                v7,
            
                v8,
            
                v9,
            
                v10,
            
                v11,
            
                v12,
            
        ) = self.0;CreatureBuilder((
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
                v5,
            
                v6,
            
                v7,
            
                v8,
            
                v9,
            
                v10,
            
                v11,
            
                v12,
            
            value,
        ))
    }

    
    /// Sets the [`name_shown` field](Creature#structfield.name_shown) to the default value.
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn name_shown_as_default(self) -> CreatureBuilder<(
        
            T0,
        
            T1,
        
            T2,
        
            T3,
        
            T4,
        
            T5,
        
            T6,
        
            T7,
        
            T8,
        
            T9,
        
            T10,
        
            T11,
        
            T12,
        
        ::planus::DefaultValue,
    )>
    {
        self.name_shown(::planus::DefaultValue)
    }
    

    
}

impl<
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
        T10,
    
        T11,
    
        T12,
    
        T13,
    
> CreatureBuilder
<
    (
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
        T10,
    
        T11,
    
        T12,
    
        T13,
    
    )
>
{
    /// Setter for the [`silent` field](Creature#structfield.silent).
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn silent<T14>(self, value: T14) -> CreatureBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
        T10,
    
        T11,
    
        T12,
    
        T13,
    
        T14,
    
    )>
    where T14: ::planus::WriteAsDefault<bool, bool>
    {
        
        let (
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
                v5,
            
                v6,
            
                v7,
            
                v8,
            
                v9,
            
                v10,
            
                v11,
            
                v12,
            
                v13,
            
        ) = self.0;CreatureBuilder((
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
                v5,
            
                v6,
            
                v7,
            
                v8,
            
                v9,
            
                v10,
            
                v11,
            
                v12,
            
                v13,
            
            value,
        ))
    }

    
    /// Sets the [`silent` field](Creature#structfield.silent) to the default value.
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn silent_as_default(self) -> CreatureBuilder<(
        
            T0,
        
            T1,
        
            T2,
        
            T3,
        
            T4,
        
            T5,
        
            T6,
        
            T7,
        
            T8,
        
            T9,
        
            T10,
        
            T11,
        
            T12,
        
            T13,
        
        ::planus::DefaultValue,
    )>
    {
        self.silent(::planus::DefaultValue)
    }
    

    
}

impl<
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
        T10,
    
        T11,
    
        T12,
    
        T13,
    
        T14,
    
> CreatureBuilder
<
    (
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
        T10,
    
        T11,
    
        T12,
    
        T13,
    
        T14,
    
    )
>
{
    /// Setter for the [`glows` field](Creature#structfield.glows).
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn glows<T15>(self, value: T15) -> CreatureBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
        T10,
    
        T11,
    
        T12,
    
        T13,
    
        T14,
    
        T15,
    
    )>
    where T15: ::planus::WriteAsDefault<bool, bool>
    {
        
        let (
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
                v5,
            
                v6,
            
                v7,
            
                v8,
            
                v9,
            
                v10,
            
                v11,
            
                v12,
            
                v13,
            
                v14,
            
        ) = self.0;CreatureBuilder((
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
                v5,
            
                v6,
            
                v7,
            
                v8,
            
                v9,
            
                v10,
            
                v11,
            
                v12,
            
                v13,
            
                v14,
            
            value,
        ))
    }

    
    /// Sets the [`glows` field](Creature#structfield.glows) to the default value.
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn glows_as_default(self) -> CreatureBuilder<(
        
            T0,
        
            T1,
        
            T2,
        
            T3,
        
            T4,
        
            T5,
        
            T6,
        
            T7,
        
            T8,
        
            T9,
        
            T10,
        
            T11,
        
            T12,
        
            T13,
        
            T14,
        
        ::planus::DefaultValue,
    )>
    {
        self.glows(::planus::DefaultValue)
    }
    

    
}



impl<
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
        T10,
    
        T11,
    
        T12,
    
        T13,
    
        T14,
    
        T15,
    
> CreatureBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
        T10,
    
        T11,
    
        T12,
    
        T13,
    
        T14,
    
        T15,
    
)> {
    /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Creature].
    #[inline]
    pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Creature>
        where Self: ::planus::WriteAsOffset<Creature>
    {
        ::planus::WriteAsOffset::prepare(&self, builder)
    }
}

impl<
    
        T0: ::planus::WriteAs<::planus::Offset<str>>,
    
        T1: ::planus::WriteAs<self::Position>,
    
        T2: ::planus::WriteAs<self::Position>,
    
        T3: ::planus::WriteAs<self::Facing>,
    
        T4: ::planus::WriteAsDefault<f32, f32>,
    
        T5: ::planus::WriteAsDefault<u16, u16>,
    
        T6: ::planus::WriteAsDefault<u16, u16>,
    
        T7: ::planus::WriteAsDefault<bool, bool>,
    
        T8: ::planus::WriteAsDefault<bool, bool>,
    
        T9: ::planus::WriteAsDefault<bool, bool>,
    
        T10: ::planus::WriteAsDefault<i32, i32>,
    
        T11: ::planus::WriteAs<self::Id>,
    
        T12: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
    
        T13: ::planus::WriteAsDefault<bool, bool>,
    
        T14: ::planus::WriteAsDefault<bool, bool>,
    
        T15: ::planus::WriteAsDefault<bool, bool>,
    
> ::planus::WriteAs<::planus::Offset<Creature>> for CreatureBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
        T10,
    
        T11,
    
        T12,
    
        T13,
    
        T14,
    
        T15,
    
)> {
    type Prepared = ::planus::Offset<Creature>;

    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Creature> {
        ::planus::WriteAsOffset::prepare(self, builder)
    }
}

impl<
    
        T0: ::planus::WriteAs<::planus::Offset<str>>,
    
        T1: ::planus::WriteAs<self::Position>,
    
        T2: ::planus::WriteAs<self::Position>,
    
        T3: ::planus::WriteAs<self::Facing>,
    
        T4: ::planus::WriteAsDefault<f32, f32>,
    
        T5: ::planus::WriteAsDefault<u16, u16>,
    
        T6: ::planus::WriteAsDefault<u16, u16>,
    
        T7: ::planus::WriteAsDefault<bool, bool>,
    
        T8: ::planus::WriteAsDefault<bool, bool>,
    
        T9: ::planus::WriteAsDefault<bool, bool>,
    
        T10: ::planus::WriteAsDefault<i32, i32>,
    
        T11: ::planus::WriteAs<self::Id>,
    
        T12: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
    
        T13: ::planus::WriteAsDefault<bool, bool>,
    
        T14: ::planus::WriteAsDefault<bool, bool>,
    
        T15: ::planus::WriteAsDefault<bool, bool>,
    
> ::planus::WriteAsOptional<::planus::Offset<Creature>> for CreatureBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
        T10,
    
        T11,
    
        T12,
    
        T13,
    
        T14,
    
        T15,
    
)> {
    type Prepared = ::planus::Offset<Creature>;

    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Creature>> {
        ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
    }
}

impl<
    
        T0: ::planus::WriteAs<::planus::Offset<str>>,
    
        T1: ::planus::WriteAs<self::Position>,
    
        T2: ::planus::WriteAs<self::Position>,
    
        T3: ::planus::WriteAs<self::Facing>,
    
        T4: ::planus::WriteAsDefault<f32, f32>,
    
        T5: ::planus::WriteAsDefault<u16, u16>,
    
        T6: ::planus::WriteAsDefault<u16, u16>,
    
        T7: ::planus::WriteAsDefault<bool, bool>,
    
        T8: ::planus::WriteAsDefault<bool, bool>,
    
        T9: ::planus::WriteAsDefault<bool, bool>,
    
        T10: ::planus::WriteAsDefault<i32, i32>,
    
        T11: ::planus::WriteAs<self::Id>,
    
        T12: ::planus::WriteAsOptional<::planus::Offset<::core::primitive::str>>,
    
        T13: ::planus::WriteAsDefault<bool, bool>,
    
        T14: ::planus::WriteAsDefault<bool, bool>,
    
        T15: ::planus::WriteAsDefault<bool, bool>,
    
> ::planus::WriteAsOffset<Creature> for CreatureBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
        T10,
    
        T11,
    
        T12,
    
        T13,
    
        T14,
    
        T15,
    
)> {
    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Creature> {
        
        let (
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
                v5,
            
                v6,
            
                v7,
            
                v8,
            
                v9,
            
                v10,
            
                v11,
            
                v12,
            
                v13,
            
                v14,
            
                v15,
            
        ) = &self.0;Creature::create(
            builder,
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
                v5,
            
                v6,
            
                v7,
            
                v8,
            
                v9,
            
                v10,
            
                v11,
            
                v12,
            
                v13,
            
                v14,
            
                v15,
            
        )
    }
}

/// Reference to a deserialized [Creature].
#[derive(Copy, Clone)]
pub struct CreatureRef<'a>(
    #[allow(dead_code)]
    ::planus::table_reader::Table<'a>
);

impl<'a> CreatureRef<'a> {
    
        /// Getter for the [`species` field](Creature#structfield.species).
        #[inline]
        pub fn species(&self) -> ::planus::Result<&'a ::core::primitive::str> {
            
            
              
              self.0.access_required(0, "Creature", "species")
              
            
            
            
        }
    
        /// Getter for the [`position` field](Creature#structfield.position).
        #[inline]
        pub fn position(&self) -> ::planus::Result<self::PositionRef<'a>> {
            
            
              
              self.0.access_required(1, "Creature", "position")
              
            
            
            
        }
    
        /// Getter for the [`motion` field](Creature#structfield.motion).
        #[inline]
        pub fn motion(&self) -> ::planus::Result<self::PositionRef<'a>> {
            
            
              
              self.0.access_required(2, "Creature", "motion")
              
            
            
            
        }
    
        /// Getter for the [`facing` field](Creature#structfield.facing).
        #[inline]
        pub fn facing(&self) -> ::planus::Result<self::FacingRef<'a>> {
            
            
              
              self.0.access_required(3, "Creature", "facing")
              
            
            
            
        }
    
        /// Getter for the [`fallen` field](Creature#structfield.fallen).
        #[inline]
        pub fn fallen(&self) -> ::planus::Result<f32> {
             ::core::result::Result::Ok( 
            
              
              self.0.access(4, "Creature", "fallen")
              
            
            ?.unwrap_or(0.0))
            
        }
    
        /// Getter for the [`fire` field](Creature#structfield.fire).
        #[inline]
        pub fn fire(&self) -> ::planus::Result<u16> {
             ::core::result::Result::Ok( 
            
              
              self.0.access(5, "Creature", "fire")
              
            
            ?.unwrap_or(0))
            
        }
    
        /// Getter for the [`air` field](Creature#structfield.air).
        #[inline]
        pub fn air(&self) -> ::planus::Result<u16> {
             ::core::result::Result::Ok( 
            
              
              self.0.access(6, "Creature", "air")
              
            
            ?.unwrap_or(0))
            
        }
    
        /// Getter for the [`on_ground` field](Creature#structfield.on_ground).
        #[inline]
        pub fn on_ground(&self) -> ::planus::Result<bool> {
             ::core::result::Result::Ok( 
            
              
              self.0.access(7, "Creature", "on_ground")
              
            
            ?.unwrap_or(false))
            
        }
    
        /// Getter for the [`weightless` field](Creature#structfield.weightless).
        #[inline]
        pub fn weightless(&self) -> ::planus::Result<bool> {
             ::core::result::Result::Ok( 
            
              
              self.0.access(8, "Creature", "weightless")
              
            
            ?.unwrap_or(false))
            
        }
    
        /// Getter for the [`invulnerable` field](Creature#structfield.invulnerable).
        #[inline]
        pub fn invulnerable(&self) -> ::planus::Result<bool> {
             ::core::result::Result::Ok( 
            
              
              self.0.access(9, "Creature", "invulnerable")
              
            
            ?.unwrap_or(false))
            
        }
    
        /// Getter for the [`waits` field](Creature#structfield.waits).
        #[inline]
        pub fn waits(&self) -> ::planus::Result<i32> {
             ::core::result::Result::Ok( 
            
              
              self.0.access(10, "Creature", "waits")
              
            
            ?.unwrap_or(0))
            
        }
    
        /// Getter for the [`id` field](Creature#structfield.id).
        #[inline]
        pub fn id(&self) -> ::planus::Result<self::IdRef<'a>> {
            
            
              
              self.0.access_required(11, "Creature", "id")
              
            
            
            
        }
    
        /// Getter for the [`name` field](Creature#structfield.name).
        #[inline]
        pub fn name(&self) -> ::planus::Result<::core::option::Option<&'a ::core::primitive::str>> {
            
            
              
              self.0.access(12, "Creature", "name")
              
            
            
            
        }
    
        /// Getter for the [`name_shown` field](Creature#structfield.name_shown).
        #[inline]
        pub fn name_shown(&self) -> ::planus::Result<bool> {
             ::core::result::Result::Ok( 
            
              
              self.0.access(13, "Creature", "name_shown")
              
            
            ?.unwrap_or(false))
            
        }
    
        /// Getter for the [`silent` field](Creature#structfield.silent).
        #[inline]
        pub fn silent(&self) -> ::planus::Result<bool> {
             ::core::result::Result::Ok( 
            
              
              self.0.access(14, "Creature", "silent")
              
            
            ?.unwrap_or(false))
            
        }
    
        /// Getter for the [`glows` field](Creature#structfield.glows).
        #[inline]
        pub fn glows(&self) -> ::planus::Result<bool> {
             ::core::result::Result::Ok( 
            
              
              self.0.access(15, "Creature", "glows")
              
            
            ?.unwrap_or(false))
            
        }
    
}

impl<'a> ::core::fmt::Debug for CreatureRef<'a> {
    fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        let mut f = f.debug_struct("CreatureRef");
        f.field("species", &self.species());f.field("position", &self.position());f.field("motion", &self.motion());f.field("facing", &self.facing());f.field("fallen", &self.fallen());f.field("fire", &self.fire());f.field("air", &self.air());f.field("on_ground", &self.on_ground());f.field("weightless", &self.weightless());f.field("invulnerable", &self.invulnerable());f.field("waits", &self.waits());f.field("id", &self.id());if let ::core::option::Option::Some(field_name) = self.name().transpose() {
                f.field("name", &field_name);
            }f.field("name_shown", &self.name_shown());f.field("silent", &self.silent());f.field("glows", &self.glows());
        f.finish()
    }
}

impl<'a> ::core::convert::TryFrom<CreatureRef<'a>> for Creature {
    type Error = ::planus::Error;


    #[allow(unreachable_code)]
    fn try_from(value: CreatureRef<'a>) -> ::planus::Result<Self> {

        ::core::result::Result::Ok(Self {
            species: ::core::convert::Into::into(value.species()?),position: ::core::convert::Into::into(value.position()?),motion: ::core::convert::Into::into(value.motion()?),facing: ::core::convert::Into::into(value.facing()?),fallen: ::core::convert::TryInto::try_into(value.fallen()?)?,fire: ::core::convert::TryInto::try_into(value.fire()?)?,air: ::core::convert::TryInto::try_into(value.air()?)?,on_ground: ::core::convert::TryInto::try_into(value.on_ground()?)?,weightless: ::core::convert::TryInto::try_into(value.weightless()?)?,invulnerable: ::core::convert::TryInto::try_into(value.invulnerable()?)?,waits: ::core::convert::TryInto::try_into(value.waits()?)?,id: ::core::convert::Into::into(value.id()?),name: 
                                value.name()?.map(::core::convert::Into::into)
                            ,name_shown: ::core::convert::TryInto::try_into(value.name_shown()?)?,silent: ::core::convert::TryInto::try_into(value.silent()?)?,glows: ::core::convert::TryInto::try_into(value.glows()?)?,
        })
    }
}

impl<'a> ::planus::TableRead<'a> for CreatureRef<'a> {
    #[inline]
    fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
        ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
    }
}

impl<'a> ::planus::VectorReadInner<'a> for CreatureRef<'a> {
    type Error = ::planus::Error;
    const STRIDE: usize = 4;

    unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::planus::Result<Self> {
        ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| error_kind.with_error_location(
            "[CreatureRef]",
            "get",
            buffer.offset_from_start,
        ))
    }
}

/// # Safety
/// The planus compiler generates implementations that initialize
/// the bytes in `write_values`.
unsafe impl ::planus::VectorWrite<::planus::Offset<Creature>> for Creature {
    type Value = ::planus::Offset<Creature>;
    const STRIDE: usize = 4;
    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
        ::planus::WriteAs::prepare(self, builder)
    }

    #[inline]
    unsafe fn write_values(
        values: &[::planus::Offset<Creature>],
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

impl<'a> ::planus::ReadAsRoot<'a> for CreatureRef<'a> {
    fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
        ::planus::TableRead::from_buffer(::planus::SliceWithStartOffset {
            buffer: slice,
            offset_from_start: 0,
        }, 0).map_err(|error_kind| error_kind.with_error_location(
            "[CreatureRef]",
            "read_as_root",
            0,
        ))
    }
}

    
/// The table `Recipes` in the namespace `formats`
/// 
/// Generated from these locations:
/// * Table `Recipes` in the file `schema/formats.fbs:141`
#[derive(Clone, Debug, PartialEq, PartialOrd,
Eq, Ord, Hash,
::serde::Serialize, ::serde::Deserialize
)]
pub struct Recipes{
    
        /// The field `known` in the table `Recipes`
        pub known: ::core::option::Option<::planus::alloc::vec::Vec<::planus::alloc::string::String>>,
        /// The field `new` in the table `Recipes`
        pub new: ::core::option::Option<::planus::alloc::vec::Vec<::planus::alloc::string::String>>,
        /// The field `bench_possible` in the table `Recipes`
        pub bench_possible: bool,
        /// The field `bench_open` in the table `Recipes`
        pub bench_open: bool,
        /// The field `oven_possible` in the table `Recipes`
        pub oven_possible: bool,
        /// The field `oven_open` in the table `Recipes`
        pub oven_open: bool,
        /// The field `forge_possible` in the table `Recipes`
        pub forge_possible: bool,
        /// The field `forge_open` in the table `Recipes`
        pub forge_open: bool,
        /// The field `kettle_possible` in the table `Recipes`
        pub kettle_possible: bool,
        /// The field `kettle_open` in the table `Recipes`
        pub kettle_open: bool,}


#[allow(clippy::derivable_impls)]
impl ::core::default::Default for Recipes {
    fn default() -> Self {
        Self {
        known: ::core::default::Default::default(),
        new: ::core::default::Default::default(),
        bench_possible: false,
        bench_open: false,
        oven_possible: false,
        oven_open: false,
        forge_possible: false,
        forge_open: false,
        kettle_possible: false,
        kettle_open: false,
        
        }
    }
}


impl Recipes {
    /// Creates a [RecipesBuilder] for serializing an instance of this table.
    #[inline]
    pub fn builder() -> RecipesBuilder<()> {
        RecipesBuilder(())
    }

    #[allow(clippy::too_many_arguments)]
    pub fn create(
        builder: &mut ::planus::Builder,
        field_known: impl ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<str>]>>,
        field_new: impl ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<str>]>>,
        field_bench_possible: impl ::planus::WriteAsDefault<bool, bool>,
        field_bench_open: impl ::planus::WriteAsDefault<bool, bool>,
        field_oven_possible: impl ::planus::WriteAsDefault<bool, bool>,
        field_oven_open: impl ::planus::WriteAsDefault<bool, bool>,
        field_forge_possible: impl ::planus::WriteAsDefault<bool, bool>,
        field_forge_open: impl ::planus::WriteAsDefault<bool, bool>,
        field_kettle_possible: impl ::planus::WriteAsDefault<bool, bool>,
        field_kettle_open: impl ::planus::WriteAsDefault<bool, bool>,
        
    ) -> ::planus::Offset<Self> {let prepared_known = field_known.prepare(builder);let prepared_new = field_new.prepare(builder);let prepared_bench_possible = field_bench_possible.prepare(builder, &false);let prepared_bench_open = field_bench_open.prepare(builder, &false);let prepared_oven_possible = field_oven_possible.prepare(builder, &false);let prepared_oven_open = field_oven_open.prepare(builder, &false);let prepared_forge_possible = field_forge_possible.prepare(builder, &false);let prepared_forge_open = field_forge_open.prepare(builder, &false);let prepared_kettle_possible = field_kettle_possible.prepare(builder, &false);let prepared_kettle_open = field_kettle_open.prepare(builder, &false);

        let mut table_writer: ::planus::table_writer::TableWriter::<24> = ::core::default::Default::default();
        if prepared_known.is_some() {table_writer.write_entry::<::planus::Offset<[::planus::Offset<str>]>>(0);}if prepared_new.is_some() {table_writer.write_entry::<::planus::Offset<[::planus::Offset<str>]>>(1);}if prepared_bench_possible.is_some() {table_writer.write_entry::<bool>(2);}if prepared_bench_open.is_some() {table_writer.write_entry::<bool>(3);}if prepared_oven_possible.is_some() {table_writer.write_entry::<bool>(4);}if prepared_oven_open.is_some() {table_writer.write_entry::<bool>(5);}if prepared_forge_possible.is_some() {table_writer.write_entry::<bool>(6);}if prepared_forge_open.is_some() {table_writer.write_entry::<bool>(7);}if prepared_kettle_possible.is_some() {table_writer.write_entry::<bool>(8);}if prepared_kettle_open.is_some() {table_writer.write_entry::<bool>(9);}

        unsafe {
            table_writer.finish(builder, |object_writer| {if let ::core::option::Option::Some(prepared_known) = prepared_known {object_writer.write::<_, _, 4>(&prepared_known);}if let ::core::option::Option::Some(prepared_new) = prepared_new {object_writer.write::<_, _, 4>(&prepared_new);}if let ::core::option::Option::Some(prepared_bench_possible) = prepared_bench_possible {object_writer.write::<_, _, 1>(&prepared_bench_possible);}if let ::core::option::Option::Some(prepared_bench_open) = prepared_bench_open {object_writer.write::<_, _, 1>(&prepared_bench_open);}if let ::core::option::Option::Some(prepared_oven_possible) = prepared_oven_possible {object_writer.write::<_, _, 1>(&prepared_oven_possible);}if let ::core::option::Option::Some(prepared_oven_open) = prepared_oven_open {object_writer.write::<_, _, 1>(&prepared_oven_open);}if let ::core::option::Option::Some(prepared_forge_possible) = prepared_forge_possible {object_writer.write::<_, _, 1>(&prepared_forge_possible);}if let ::core::option::Option::Some(prepared_forge_open) = prepared_forge_open {object_writer.write::<_, _, 1>(&prepared_forge_open);}if let ::core::option::Option::Some(prepared_kettle_possible) = prepared_kettle_possible {object_writer.write::<_, _, 1>(&prepared_kettle_possible);}if let ::core::option::Option::Some(prepared_kettle_open) = prepared_kettle_open {object_writer.write::<_, _, 1>(&prepared_kettle_open);}
                
            });
        }builder.current_offset()
    }
}

impl ::planus::WriteAs<::planus::Offset<Recipes>> for Recipes {
    type Prepared = ::planus::Offset<Self>;

    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Recipes> {
        ::planus::WriteAsOffset::prepare(self, builder)
    }
}

impl ::planus::WriteAsOptional<::planus::Offset<Recipes>> for Recipes {
    type Prepared = ::planus::Offset<Self>;

    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Recipes>> {
        ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
    }
}

impl ::planus::WriteAsOffset<Recipes> for Recipes {
    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Recipes> {
        Recipes::create(
            builder,
        
            
            &self.known,
            
        
            
            &self.new,
            
        
            
            self.bench_possible,
            
        
            
            self.bench_open,
            
        
            
            self.oven_possible,
            
        
            
            self.oven_open,
            
        
            
            self.forge_possible,
            
        
            
            self.forge_open,
            
        
            
            self.kettle_possible,
            
        
            
            self.kettle_open,
            
        
        )
    }
}

/// Builder for serializing an instance of the [Recipes] type.
///
/// Can be created using the [Recipes::builder] method.
#[derive(Debug)]
#[must_use]
pub struct RecipesBuilder<State>(State);

impl<
    
> RecipesBuilder
<
    (
    
    )
>
{
    /// Setter for the [`known` field](Recipes#structfield.known).
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn known<T0>(self, value: T0) -> RecipesBuilder<(
    
        T0,
    
    )>
    where T0: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<str>]>>
    {
        RecipesBuilder((
            
            value,
        ))
    }

    

    
    /// Sets the [`known` field](Recipes#structfield.known) to null.
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn known_as_null(self) -> RecipesBuilder<(
        
        (),
    )>
    {
        self.known(())
    }
    
}

impl<
    
        T0,
    
> RecipesBuilder
<
    (
    
        T0,
    
    )
>
{
    /// Setter for the [`new` field](Recipes#structfield.new).
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn new<T1>(self, value: T1) -> RecipesBuilder<(
    
        T0,
    
        T1,
    
    )>
    where T1: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<str>]>>
    {
        
        let (
            
                v0,
            
        ) = self.0;RecipesBuilder((
            
                v0,
            
            value,
        ))
    }

    

    
    /// Sets the [`new` field](Recipes#structfield.new) to null.
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn new_as_null(self) -> RecipesBuilder<(
        
            T0,
        
        (),
    )>
    {
        self.new(())
    }
    
}

impl<
    
        T0,
    
        T1,
    
> RecipesBuilder
<
    (
    
        T0,
    
        T1,
    
    )
>
{
    /// Setter for the [`bench_possible` field](Recipes#structfield.bench_possible).
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn bench_possible<T2>(self, value: T2) -> RecipesBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
    )>
    where T2: ::planus::WriteAsDefault<bool, bool>
    {
        
        let (
            
                v0,
            
                v1,
            
        ) = self.0;RecipesBuilder((
            
                v0,
            
                v1,
            
            value,
        ))
    }

    
    /// Sets the [`bench_possible` field](Recipes#structfield.bench_possible) to the default value.
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn bench_possible_as_default(self) -> RecipesBuilder<(
        
            T0,
        
            T1,
        
        ::planus::DefaultValue,
    )>
    {
        self.bench_possible(::planus::DefaultValue)
    }
    

    
}

impl<
    
        T0,
    
        T1,
    
        T2,
    
> RecipesBuilder
<
    (
    
        T0,
    
        T1,
    
        T2,
    
    )
>
{
    /// Setter for the [`bench_open` field](Recipes#structfield.bench_open).
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn bench_open<T3>(self, value: T3) -> RecipesBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
    )>
    where T3: ::planus::WriteAsDefault<bool, bool>
    {
        
        let (
            
                v0,
            
                v1,
            
                v2,
            
        ) = self.0;RecipesBuilder((
            
                v0,
            
                v1,
            
                v2,
            
            value,
        ))
    }

    
    /// Sets the [`bench_open` field](Recipes#structfield.bench_open) to the default value.
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn bench_open_as_default(self) -> RecipesBuilder<(
        
            T0,
        
            T1,
        
            T2,
        
        ::planus::DefaultValue,
    )>
    {
        self.bench_open(::planus::DefaultValue)
    }
    

    
}

impl<
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
> RecipesBuilder
<
    (
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
    )
>
{
    /// Setter for the [`oven_possible` field](Recipes#structfield.oven_possible).
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn oven_possible<T4>(self, value: T4) -> RecipesBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
    )>
    where T4: ::planus::WriteAsDefault<bool, bool>
    {
        
        let (
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
        ) = self.0;RecipesBuilder((
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
            value,
        ))
    }

    
    /// Sets the [`oven_possible` field](Recipes#structfield.oven_possible) to the default value.
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn oven_possible_as_default(self) -> RecipesBuilder<(
        
            T0,
        
            T1,
        
            T2,
        
            T3,
        
        ::planus::DefaultValue,
    )>
    {
        self.oven_possible(::planus::DefaultValue)
    }
    

    
}

impl<
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
> RecipesBuilder
<
    (
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
    )
>
{
    /// Setter for the [`oven_open` field](Recipes#structfield.oven_open).
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn oven_open<T5>(self, value: T5) -> RecipesBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
    )>
    where T5: ::planus::WriteAsDefault<bool, bool>
    {
        
        let (
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
        ) = self.0;RecipesBuilder((
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
            value,
        ))
    }

    
    /// Sets the [`oven_open` field](Recipes#structfield.oven_open) to the default value.
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn oven_open_as_default(self) -> RecipesBuilder<(
        
            T0,
        
            T1,
        
            T2,
        
            T3,
        
            T4,
        
        ::planus::DefaultValue,
    )>
    {
        self.oven_open(::planus::DefaultValue)
    }
    

    
}

impl<
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
> RecipesBuilder
<
    (
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
    )
>
{
    /// Setter for the [`forge_possible` field](Recipes#structfield.forge_possible).
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn forge_possible<T6>(self, value: T6) -> RecipesBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
    )>
    where T6: ::planus::WriteAsDefault<bool, bool>
    {
        
        let (
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
                v5,
            
        ) = self.0;RecipesBuilder((
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
                v5,
            
            value,
        ))
    }

    
    /// Sets the [`forge_possible` field](Recipes#structfield.forge_possible) to the default value.
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn forge_possible_as_default(self) -> RecipesBuilder<(
        
            T0,
        
            T1,
        
            T2,
        
            T3,
        
            T4,
        
            T5,
        
        ::planus::DefaultValue,
    )>
    {
        self.forge_possible(::planus::DefaultValue)
    }
    

    
}

impl<
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
> RecipesBuilder
<
    (
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
    )
>
{
    /// Setter for the [`forge_open` field](Recipes#structfield.forge_open).
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn forge_open<T7>(self, value: T7) -> RecipesBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
    )>
    where T7: ::planus::WriteAsDefault<bool, bool>
    {
        
        let (
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
                v5,
            
                v6,
            
        ) = self.0;RecipesBuilder((
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
                v5,
            
                v6,
            
            value,
        ))
    }

    
    /// Sets the [`forge_open` field](Recipes#structfield.forge_open) to the default value.
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn forge_open_as_default(self) -> RecipesBuilder<(
        
            T0,
        
            T1,
        
            T2,
        
            T3,
        
            T4,
        
            T5,
        
            T6,
        
        ::planus::DefaultValue,
    )>
    {
        self.forge_open(::planus::DefaultValue)
    }
    

    
}

impl<
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
> RecipesBuilder
<
    (
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
    )
>
{
    /// Setter for the [`kettle_possible` field](Recipes#structfield.kettle_possible).
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn kettle_possible<T8>(self, value: T8) -> RecipesBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
    )>
    where T8: ::planus::WriteAsDefault<bool, bool>
    {
        
        let (
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
                v5,
            
                v6,
            
                v7,
            
        ) = self.0;RecipesBuilder((
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
                v5,
            
                v6,
            
                v7,
            
            value,
        ))
    }

    
    /// Sets the [`kettle_possible` field](Recipes#structfield.kettle_possible) to the default value.
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn kettle_possible_as_default(self) -> RecipesBuilder<(
        
            T0,
        
            T1,
        
            T2,
        
            T3,
        
            T4,
        
            T5,
        
            T6,
        
            T7,
        
        ::planus::DefaultValue,
    )>
    {
        self.kettle_possible(::planus::DefaultValue)
    }
    

    
}

impl<
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
> RecipesBuilder
<
    (
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
    )
>
{
    /// Setter for the [`kettle_open` field](Recipes#structfield.kettle_open).
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn kettle_open<T9>(self, value: T9) -> RecipesBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
    )>
    where T9: ::planus::WriteAsDefault<bool, bool>
    {
        
        let (
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
                v5,
            
                v6,
            
                v7,
            
                v8,
            
        ) = self.0;RecipesBuilder((
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
                v5,
            
                v6,
            
                v7,
            
                v8,
            
            value,
        ))
    }

    
    /// Sets the [`kettle_open` field](Recipes#structfield.kettle_open) to the default value.
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn kettle_open_as_default(self) -> RecipesBuilder<(
        
            T0,
        
            T1,
        
            T2,
        
            T3,
        
            T4,
        
            T5,
        
            T6,
        
            T7,
        
            T8,
        
        ::planus::DefaultValue,
    )>
    {
        self.kettle_open(::planus::DefaultValue)
    }
    

    
}



impl<
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
> RecipesBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
)> {
    /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Recipes].
    #[inline]
    pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Recipes>
        where Self: ::planus::WriteAsOffset<Recipes>
    {
        ::planus::WriteAsOffset::prepare(&self, builder)
    }
}

impl<
    
        T0: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<str>]>>,
    
        T1: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<str>]>>,
    
        T2: ::planus::WriteAsDefault<bool, bool>,
    
        T3: ::planus::WriteAsDefault<bool, bool>,
    
        T4: ::planus::WriteAsDefault<bool, bool>,
    
        T5: ::planus::WriteAsDefault<bool, bool>,
    
        T6: ::planus::WriteAsDefault<bool, bool>,
    
        T7: ::planus::WriteAsDefault<bool, bool>,
    
        T8: ::planus::WriteAsDefault<bool, bool>,
    
        T9: ::planus::WriteAsDefault<bool, bool>,
    
> ::planus::WriteAs<::planus::Offset<Recipes>> for RecipesBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
)> {
    type Prepared = ::planus::Offset<Recipes>;

    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Recipes> {
        ::planus::WriteAsOffset::prepare(self, builder)
    }
}

impl<
    
        T0: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<str>]>>,
    
        T1: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<str>]>>,
    
        T2: ::planus::WriteAsDefault<bool, bool>,
    
        T3: ::planus::WriteAsDefault<bool, bool>,
    
        T4: ::planus::WriteAsDefault<bool, bool>,
    
        T5: ::planus::WriteAsDefault<bool, bool>,
    
        T6: ::planus::WriteAsDefault<bool, bool>,
    
        T7: ::planus::WriteAsDefault<bool, bool>,
    
        T8: ::planus::WriteAsDefault<bool, bool>,
    
        T9: ::planus::WriteAsDefault<bool, bool>,
    
> ::planus::WriteAsOptional<::planus::Offset<Recipes>> for RecipesBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
)> {
    type Prepared = ::planus::Offset<Recipes>;

    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Recipes>> {
        ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
    }
}

impl<
    
        T0: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<str>]>>,
    
        T1: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<str>]>>,
    
        T2: ::planus::WriteAsDefault<bool, bool>,
    
        T3: ::planus::WriteAsDefault<bool, bool>,
    
        T4: ::planus::WriteAsDefault<bool, bool>,
    
        T5: ::planus::WriteAsDefault<bool, bool>,
    
        T6: ::planus::WriteAsDefault<bool, bool>,
    
        T7: ::planus::WriteAsDefault<bool, bool>,
    
        T8: ::planus::WriteAsDefault<bool, bool>,
    
        T9: ::planus::WriteAsDefault<bool, bool>,
    
> ::planus::WriteAsOffset<Recipes> for RecipesBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
        T8,
    
        T9,
    
)> {
    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Recipes> {
        
        let (
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
                v5,
            
                v6,
            
                v7,
            
                v8,
            
                v9,
            
        ) = &self.0;Recipes::create(
            builder,
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
                v5,
            
                v6,
            
                v7,
            
                v8,
            
                v9,
            
        )
    }
}

/// Reference to a deserialized [Recipes].
#[derive(Copy, Clone)]
pub struct RecipesRef<'a>(
    #[allow(dead_code)]
    ::planus::table_reader::Table<'a>
);

impl<'a> RecipesRef<'a> {
    
        /// Getter for the [`known` field](Recipes#structfield.known).
        #[inline]
        pub fn known(&self) -> ::planus::Result<::core::option::Option<::planus::Vector<'a, ::planus::Result<&'a ::core::primitive::str>>>> {
            
            
              
              self.0.access(0, "Recipes", "known")
              
            
            
            
        }
    
        /// Getter for the [`new` field](Recipes#structfield.new).
        #[inline]
        pub fn new(&self) -> ::planus::Result<::core::option::Option<::planus::Vector<'a, ::planus::Result<&'a ::core::primitive::str>>>> {
            
            
              
              self.0.access(1, "Recipes", "new")
              
            
            
            
        }
    
        /// Getter for the [`bench_possible` field](Recipes#structfield.bench_possible).
        #[inline]
        pub fn bench_possible(&self) -> ::planus::Result<bool> {
             ::core::result::Result::Ok( 
            
              
              self.0.access(2, "Recipes", "bench_possible")
              
            
            ?.unwrap_or(false))
            
        }
    
        /// Getter for the [`bench_open` field](Recipes#structfield.bench_open).
        #[inline]
        pub fn bench_open(&self) -> ::planus::Result<bool> {
             ::core::result::Result::Ok( 
            
              
              self.0.access(3, "Recipes", "bench_open")
              
            
            ?.unwrap_or(false))
            
        }
    
        /// Getter for the [`oven_possible` field](Recipes#structfield.oven_possible).
        #[inline]
        pub fn oven_possible(&self) -> ::planus::Result<bool> {
             ::core::result::Result::Ok( 
            
              
              self.0.access(4, "Recipes", "oven_possible")
              
            
            ?.unwrap_or(false))
            
        }
    
        /// Getter for the [`oven_open` field](Recipes#structfield.oven_open).
        #[inline]
        pub fn oven_open(&self) -> ::planus::Result<bool> {
             ::core::result::Result::Ok( 
            
              
              self.0.access(5, "Recipes", "oven_open")
              
            
            ?.unwrap_or(false))
            
        }
    
        /// Getter for the [`forge_possible` field](Recipes#structfield.forge_possible).
        #[inline]
        pub fn forge_possible(&self) -> ::planus::Result<bool> {
             ::core::result::Result::Ok( 
            
              
              self.0.access(6, "Recipes", "forge_possible")
              
            
            ?.unwrap_or(false))
            
        }
    
        /// Getter for the [`forge_open` field](Recipes#structfield.forge_open).
        #[inline]
        pub fn forge_open(&self) -> ::planus::Result<bool> {
             ::core::result::Result::Ok( 
            
              
              self.0.access(7, "Recipes", "forge_open")
              
            
            ?.unwrap_or(false))
            
        }
    
        /// Getter for the [`kettle_possible` field](Recipes#structfield.kettle_possible).
        #[inline]
        pub fn kettle_possible(&self) -> ::planus::Result<bool> {
             ::core::result::Result::Ok( 
            
              
              self.0.access(8, "Recipes", "kettle_possible")
              
            
            ?.unwrap_or(false))
            
        }
    
        /// Getter for the [`kettle_open` field](Recipes#structfield.kettle_open).
        #[inline]
        pub fn kettle_open(&self) -> ::planus::Result<bool> {
             ::core::result::Result::Ok( 
            
              
              self.0.access(9, "Recipes", "kettle_open")
              
            
            ?.unwrap_or(false))
            
        }
    
}

impl<'a> ::core::fmt::Debug for RecipesRef<'a> {
    fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        let mut f = f.debug_struct("RecipesRef");
        if let ::core::option::Option::Some(field_known) = self.known().transpose() {
                f.field("known", &field_known);
            }if let ::core::option::Option::Some(field_new) = self.new().transpose() {
                f.field("new", &field_new);
            }f.field("bench_possible", &self.bench_possible());f.field("bench_open", &self.bench_open());f.field("oven_possible", &self.oven_possible());f.field("oven_open", &self.oven_open());f.field("forge_possible", &self.forge_possible());f.field("forge_open", &self.forge_open());f.field("kettle_possible", &self.kettle_possible());f.field("kettle_open", &self.kettle_open());
        f.finish()
    }
}

impl<'a> ::core::convert::TryFrom<RecipesRef<'a>> for Recipes {
    type Error = ::planus::Error;


    #[allow(unreachable_code)]
    fn try_from(value: RecipesRef<'a>) -> ::planus::Result<Self> {

        ::core::result::Result::Ok(Self {
            known: 
                            if let ::core::option::Option::Some(known) = value.known()? {
                                ::core::option::Option::Some(known.to_vec_result()?)
                            } else {
                                ::core::option::Option::None
                            }
                        ,new: 
                            if let ::core::option::Option::Some(new) = value.new()? {
                                ::core::option::Option::Some(new.to_vec_result()?)
                            } else {
                                ::core::option::Option::None
                            }
                        ,bench_possible: ::core::convert::TryInto::try_into(value.bench_possible()?)?,bench_open: ::core::convert::TryInto::try_into(value.bench_open()?)?,oven_possible: ::core::convert::TryInto::try_into(value.oven_possible()?)?,oven_open: ::core::convert::TryInto::try_into(value.oven_open()?)?,forge_possible: ::core::convert::TryInto::try_into(value.forge_possible()?)?,forge_open: ::core::convert::TryInto::try_into(value.forge_open()?)?,kettle_possible: ::core::convert::TryInto::try_into(value.kettle_possible()?)?,kettle_open: ::core::convert::TryInto::try_into(value.kettle_open()?)?,
        })
    }
}

impl<'a> ::planus::TableRead<'a> for RecipesRef<'a> {
    #[inline]
    fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
        ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
    }
}

impl<'a> ::planus::VectorReadInner<'a> for RecipesRef<'a> {
    type Error = ::planus::Error;
    const STRIDE: usize = 4;

    unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::planus::Result<Self> {
        ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| error_kind.with_error_location(
            "[RecipesRef]",
            "get",
            buffer.offset_from_start,
        ))
    }
}

/// # Safety
/// The planus compiler generates implementations that initialize
/// the bytes in `write_values`.
unsafe impl ::planus::VectorWrite<::planus::Offset<Recipes>> for Recipes {
    type Value = ::planus::Offset<Recipes>;
    const STRIDE: usize = 4;
    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
        ::planus::WriteAs::prepare(self, builder)
    }

    #[inline]
    unsafe fn write_values(
        values: &[::planus::Offset<Recipes>],
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

impl<'a> ::planus::ReadAsRoot<'a> for RecipesRef<'a> {
    fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
        ::planus::TableRead::from_buffer(::planus::SliceWithStartOffset {
            buffer: slice,
            offset_from_start: 0,
        }, 0).map_err(|error_kind| error_kind.with_error_location(
            "[RecipesRef]",
            "read_as_root",
            0,
        ))
    }
}

    
/// The table `Updates` in the namespace `formats`
/// 
/// Generated from these locations:
/// * Table `Updates` in the file `schema/formats.fbs:154`
#[derive(Clone, Debug, PartialEq, PartialOrd,

::serde::Serialize, ::serde::Deserialize
)]
pub struct Updates{
    
        /// The field `updates` in the table `Updates`
        pub updates: ::core::option::Option<::planus::alloc::vec::Vec<self::Update>>,}


#[allow(clippy::derivable_impls)]
impl ::core::default::Default for Updates {
    fn default() -> Self {
        Self {
        updates: ::core::default::Default::default(),
        
        }
    }
}


impl Updates {
    /// Creates a [UpdatesBuilder] for serializing an instance of this table.
    #[inline]
    pub fn builder() -> UpdatesBuilder<()> {
        UpdatesBuilder(())
    }

    #[allow(clippy::too_many_arguments)]
    pub fn create(
        builder: &mut ::planus::Builder,
        field_updates: impl ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Update>]>>,
        
    ) -> ::planus::Offset<Self> {let prepared_updates = field_updates.prepare(builder);

        let mut table_writer: ::planus::table_writer::TableWriter::<6> = ::core::default::Default::default();
        if prepared_updates.is_some() {table_writer.write_entry::<::planus::Offset<[::planus::Offset<self::Update>]>>(0);}

        unsafe {
            table_writer.finish(builder, |object_writer| {if let ::core::option::Option::Some(prepared_updates) = prepared_updates {object_writer.write::<_, _, 4>(&prepared_updates);}
                
            });
        }builder.current_offset()
    }
}

impl ::planus::WriteAs<::planus::Offset<Updates>> for Updates {
    type Prepared = ::planus::Offset<Self>;

    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Updates> {
        ::planus::WriteAsOffset::prepare(self, builder)
    }
}

impl ::planus::WriteAsOptional<::planus::Offset<Updates>> for Updates {
    type Prepared = ::planus::Offset<Self>;

    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Updates>> {
        ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
    }
}

impl ::planus::WriteAsOffset<Updates> for Updates {
    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Updates> {
        Updates::create(
            builder,
        
            
            &self.updates,
            
        
        )
    }
}

/// Builder for serializing an instance of the [Updates] type.
///
/// Can be created using the [Updates::builder] method.
#[derive(Debug)]
#[must_use]
pub struct UpdatesBuilder<State>(State);

impl<
    
> UpdatesBuilder
<
    (
    
    )
>
{
    /// Setter for the [`updates` field](Updates#structfield.updates).
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn updates<T0>(self, value: T0) -> UpdatesBuilder<(
    
        T0,
    
    )>
    where T0: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Update>]>>
    {
        UpdatesBuilder((
            
            value,
        ))
    }

    

    
    /// Sets the [`updates` field](Updates#structfield.updates) to null.
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn updates_as_null(self) -> UpdatesBuilder<(
        
        (),
    )>
    {
        self.updates(())
    }
    
}



impl<
    
        T0,
    
> UpdatesBuilder<(
    
        T0,
    
)> {
    /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Updates].
    #[inline]
    pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Updates>
        where Self: ::planus::WriteAsOffset<Updates>
    {
        ::planus::WriteAsOffset::prepare(&self, builder)
    }
}

impl<
    
        T0: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Update>]>>,
    
> ::planus::WriteAs<::planus::Offset<Updates>> for UpdatesBuilder<(
    
        T0,
    
)> {
    type Prepared = ::planus::Offset<Updates>;

    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Updates> {
        ::planus::WriteAsOffset::prepare(self, builder)
    }
}

impl<
    
        T0: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Update>]>>,
    
> ::planus::WriteAsOptional<::planus::Offset<Updates>> for UpdatesBuilder<(
    
        T0,
    
)> {
    type Prepared = ::planus::Offset<Updates>;

    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Updates>> {
        ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
    }
}

impl<
    
        T0: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Update>]>>,
    
> ::planus::WriteAsOffset<Updates> for UpdatesBuilder<(
    
        T0,
    
)> {
    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Updates> {
        
        let (
            
                v0,
            
        ) = &self.0;Updates::create(
            builder,
            
                v0,
            
        )
    }
}

/// Reference to a deserialized [Updates].
#[derive(Copy, Clone)]
pub struct UpdatesRef<'a>(
    #[allow(dead_code)]
    ::planus::table_reader::Table<'a>
);

impl<'a> UpdatesRef<'a> {
    
        /// Getter for the [`updates` field](Updates#structfield.updates).
        #[inline]
        pub fn updates(&self) -> ::planus::Result<::core::option::Option<::planus::Vector<'a, ::planus::Result<self::UpdateRef<'a>>>>> {
            
            
              
              self.0.access(0, "Updates", "updates")
              
            
            
            
        }
    
}

impl<'a> ::core::fmt::Debug for UpdatesRef<'a> {
    fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        let mut f = f.debug_struct("UpdatesRef");
        if let ::core::option::Option::Some(field_updates) = self.updates().transpose() {
                f.field("updates", &field_updates);
            }
        f.finish()
    }
}

impl<'a> ::core::convert::TryFrom<UpdatesRef<'a>> for Updates {
    type Error = ::planus::Error;


    #[allow(unreachable_code)]
    fn try_from(value: UpdatesRef<'a>) -> ::planus::Result<Self> {

        ::core::result::Result::Ok(Self {
            updates: 
                            if let ::core::option::Option::Some(updates) = value.updates()? {
                                ::core::option::Option::Some(updates.to_vec_result()?)
                            } else {
                                ::core::option::Option::None
                            }
                        ,
        })
    }
}

impl<'a> ::planus::TableRead<'a> for UpdatesRef<'a> {
    #[inline]
    fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
        ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
    }
}

impl<'a> ::planus::VectorReadInner<'a> for UpdatesRef<'a> {
    type Error = ::planus::Error;
    const STRIDE: usize = 4;

    unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::planus::Result<Self> {
        ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| error_kind.with_error_location(
            "[UpdatesRef]",
            "get",
            buffer.offset_from_start,
        ))
    }
}

/// # Safety
/// The planus compiler generates implementations that initialize
/// the bytes in `write_values`.
unsafe impl ::planus::VectorWrite<::planus::Offset<Updates>> for Updates {
    type Value = ::planus::Offset<Updates>;
    const STRIDE: usize = 4;
    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
        ::planus::WriteAs::prepare(self, builder)
    }

    #[inline]
    unsafe fn write_values(
        values: &[::planus::Offset<Updates>],
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

impl<'a> ::planus::ReadAsRoot<'a> for UpdatesRef<'a> {
    fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
        ::planus::TableRead::from_buffer(::planus::SliceWithStartOffset {
            buffer: slice,
            offset_from_start: 0,
        }, 0).map_err(|error_kind| error_kind.with_error_location(
            "[UpdatesRef]",
            "read_as_root",
            0,
        ))
    }
}

    
/// The table `Update` in the namespace `formats`
/// 
/// Generated from these locations:
/// * Table `Update` in the file `schema/formats.fbs:158`
#[derive(Clone, Debug, PartialEq, PartialOrd,

::serde::Serialize, ::serde::Deserialize
)]
pub struct Update{
    
        /// The field `contacts` in the table `Update`
        pub contacts: ::core::option::Option<::planus::alloc::vec::Vec<self::Contact>>,
        /// The field `score` in the table `Update`
        pub score: u32,
        /// The field `radius` in the table `Update`
        pub radius: f32,
        /// The field `grounds` in the table `Update`
        pub grounds: ::core::option::Option<::planus::alloc::vec::Vec<self::Ground>>,}


#[allow(clippy::derivable_impls)]
impl ::core::default::Default for Update {
    fn default() -> Self {
        Self {
        contacts: ::core::default::Default::default(),
        score: 0,
        radius: 0.0,
        grounds: ::core::default::Default::default(),
        
        }
    }
}


impl Update {
    /// Creates a [UpdateBuilder] for serializing an instance of this table.
    #[inline]
    pub fn builder() -> UpdateBuilder<()> {
        UpdateBuilder(())
    }

    #[allow(clippy::too_many_arguments)]
    pub fn create(
        builder: &mut ::planus::Builder,
        field_contacts: impl ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Contact>]>>,
        field_score: impl ::planus::WriteAsDefault<u32, u32>,
        field_radius: impl ::planus::WriteAsDefault<f32, f32>,
        field_grounds: impl ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Ground>]>>,
        
    ) -> ::planus::Offset<Self> {let prepared_contacts = field_contacts.prepare(builder);let prepared_score = field_score.prepare(builder, &0);let prepared_radius = field_radius.prepare(builder, &0.0);let prepared_grounds = field_grounds.prepare(builder);

        let mut table_writer: ::planus::table_writer::TableWriter::<12> = ::core::default::Default::default();
        if prepared_contacts.is_some() {table_writer.write_entry::<::planus::Offset<[::planus::Offset<self::Contact>]>>(0);}if prepared_score.is_some() {table_writer.write_entry::<u32>(1);}if prepared_radius.is_some() {table_writer.write_entry::<f32>(2);}if prepared_grounds.is_some() {table_writer.write_entry::<::planus::Offset<[::planus::Offset<self::Ground>]>>(3);}

        unsafe {
            table_writer.finish(builder, |object_writer| {if let ::core::option::Option::Some(prepared_contacts) = prepared_contacts {object_writer.write::<_, _, 4>(&prepared_contacts);}if let ::core::option::Option::Some(prepared_score) = prepared_score {object_writer.write::<_, _, 4>(&prepared_score);}if let ::core::option::Option::Some(prepared_radius) = prepared_radius {object_writer.write::<_, _, 4>(&prepared_radius);}if let ::core::option::Option::Some(prepared_grounds) = prepared_grounds {object_writer.write::<_, _, 4>(&prepared_grounds);}
                
            });
        }builder.current_offset()
    }
}

impl ::planus::WriteAs<::planus::Offset<Update>> for Update {
    type Prepared = ::planus::Offset<Self>;

    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Update> {
        ::planus::WriteAsOffset::prepare(self, builder)
    }
}

impl ::planus::WriteAsOptional<::planus::Offset<Update>> for Update {
    type Prepared = ::planus::Offset<Self>;

    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Update>> {
        ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
    }
}

impl ::planus::WriteAsOffset<Update> for Update {
    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Update> {
        Update::create(
            builder,
        
            
            &self.contacts,
            
        
            
            self.score,
            
        
            
            self.radius,
            
        
            
            &self.grounds,
            
        
        )
    }
}

/// Builder for serializing an instance of the [Update] type.
///
/// Can be created using the [Update::builder] method.
#[derive(Debug)]
#[must_use]
pub struct UpdateBuilder<State>(State);

impl<
    
> UpdateBuilder
<
    (
    
    )
>
{
    /// Setter for the [`contacts` field](Update#structfield.contacts).
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn contacts<T0>(self, value: T0) -> UpdateBuilder<(
    
        T0,
    
    )>
    where T0: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Contact>]>>
    {
        UpdateBuilder((
            
            value,
        ))
    }

    

    
    /// Sets the [`contacts` field](Update#structfield.contacts) to null.
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn contacts_as_null(self) -> UpdateBuilder<(
        
        (),
    )>
    {
        self.contacts(())
    }
    
}

impl<
    
        T0,
    
> UpdateBuilder
<
    (
    
        T0,
    
    )
>
{
    /// Setter for the [`score` field](Update#structfield.score).
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn score<T1>(self, value: T1) -> UpdateBuilder<(
    
        T0,
    
        T1,
    
    )>
    where T1: ::planus::WriteAsDefault<u32, u32>
    {
        
        let (
            
                v0,
            
        ) = self.0;UpdateBuilder((
            
                v0,
            
            value,
        ))
    }

    
    /// Sets the [`score` field](Update#structfield.score) to the default value.
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn score_as_default(self) -> UpdateBuilder<(
        
            T0,
        
        ::planus::DefaultValue,
    )>
    {
        self.score(::planus::DefaultValue)
    }
    

    
}

impl<
    
        T0,
    
        T1,
    
> UpdateBuilder
<
    (
    
        T0,
    
        T1,
    
    )
>
{
    /// Setter for the [`radius` field](Update#structfield.radius).
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn radius<T2>(self, value: T2) -> UpdateBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
    )>
    where T2: ::planus::WriteAsDefault<f32, f32>
    {
        
        let (
            
                v0,
            
                v1,
            
        ) = self.0;UpdateBuilder((
            
                v0,
            
                v1,
            
            value,
        ))
    }

    
    /// Sets the [`radius` field](Update#structfield.radius) to the default value.
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn radius_as_default(self) -> UpdateBuilder<(
        
            T0,
        
            T1,
        
        ::planus::DefaultValue,
    )>
    {
        self.radius(::planus::DefaultValue)
    }
    

    
}

impl<
    
        T0,
    
        T1,
    
        T2,
    
> UpdateBuilder
<
    (
    
        T0,
    
        T1,
    
        T2,
    
    )
>
{
    /// Setter for the [`grounds` field](Update#structfield.grounds).
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn grounds<T3>(self, value: T3) -> UpdateBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
    )>
    where T3: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Ground>]>>
    {
        
        let (
            
                v0,
            
                v1,
            
                v2,
            
        ) = self.0;UpdateBuilder((
            
                v0,
            
                v1,
            
                v2,
            
            value,
        ))
    }

    

    
    /// Sets the [`grounds` field](Update#structfield.grounds) to null.
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn grounds_as_null(self) -> UpdateBuilder<(
        
            T0,
        
            T1,
        
            T2,
        
        (),
    )>
    {
        self.grounds(())
    }
    
}



impl<
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
> UpdateBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
)> {
    /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Update].
    #[inline]
    pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Update>
        where Self: ::planus::WriteAsOffset<Update>
    {
        ::planus::WriteAsOffset::prepare(&self, builder)
    }
}

impl<
    
        T0: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Contact>]>>,
    
        T1: ::planus::WriteAsDefault<u32, u32>,
    
        T2: ::planus::WriteAsDefault<f32, f32>,
    
        T3: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Ground>]>>,
    
> ::planus::WriteAs<::planus::Offset<Update>> for UpdateBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
)> {
    type Prepared = ::planus::Offset<Update>;

    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Update> {
        ::planus::WriteAsOffset::prepare(self, builder)
    }
}

impl<
    
        T0: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Contact>]>>,
    
        T1: ::planus::WriteAsDefault<u32, u32>,
    
        T2: ::planus::WriteAsDefault<f32, f32>,
    
        T3: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Ground>]>>,
    
> ::planus::WriteAsOptional<::planus::Offset<Update>> for UpdateBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
)> {
    type Prepared = ::planus::Offset<Update>;

    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Update>> {
        ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
    }
}

impl<
    
        T0: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Contact>]>>,
    
        T1: ::planus::WriteAsDefault<u32, u32>,
    
        T2: ::planus::WriteAsDefault<f32, f32>,
    
        T3: ::planus::WriteAsOptional<::planus::Offset<[::planus::Offset<self::Ground>]>>,
    
> ::planus::WriteAsOffset<Update> for UpdateBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
)> {
    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Update> {
        
        let (
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
        ) = &self.0;Update::create(
            builder,
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
        )
    }
}

/// Reference to a deserialized [Update].
#[derive(Copy, Clone)]
pub struct UpdateRef<'a>(
    #[allow(dead_code)]
    ::planus::table_reader::Table<'a>
);

impl<'a> UpdateRef<'a> {
    
        /// Getter for the [`contacts` field](Update#structfield.contacts).
        #[inline]
        pub fn contacts(&self) -> ::planus::Result<::core::option::Option<::planus::Vector<'a, ::planus::Result<self::ContactRef<'a>>>>> {
            
            
              
              self.0.access(0, "Update", "contacts")
              
            
            
            
        }
    
        /// Getter for the [`score` field](Update#structfield.score).
        #[inline]
        pub fn score(&self) -> ::planus::Result<u32> {
             ::core::result::Result::Ok( 
            
              
              self.0.access(1, "Update", "score")
              
            
            ?.unwrap_or(0))
            
        }
    
        /// Getter for the [`radius` field](Update#structfield.radius).
        #[inline]
        pub fn radius(&self) -> ::planus::Result<f32> {
             ::core::result::Result::Ok( 
            
              
              self.0.access(2, "Update", "radius")
              
            
            ?.unwrap_or(0.0))
            
        }
    
        /// Getter for the [`grounds` field](Update#structfield.grounds).
        #[inline]
        pub fn grounds(&self) -> ::planus::Result<::core::option::Option<::planus::Vector<'a, ::planus::Result<self::GroundRef<'a>>>>> {
            
            
              
              self.0.access(3, "Update", "grounds")
              
            
            
            
        }
    
}

impl<'a> ::core::fmt::Debug for UpdateRef<'a> {
    fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        let mut f = f.debug_struct("UpdateRef");
        if let ::core::option::Option::Some(field_contacts) = self.contacts().transpose() {
                f.field("contacts", &field_contacts);
            }f.field("score", &self.score());f.field("radius", &self.radius());if let ::core::option::Option::Some(field_grounds) = self.grounds().transpose() {
                f.field("grounds", &field_grounds);
            }
        f.finish()
    }
}

impl<'a> ::core::convert::TryFrom<UpdateRef<'a>> for Update {
    type Error = ::planus::Error;


    #[allow(unreachable_code)]
    fn try_from(value: UpdateRef<'a>) -> ::planus::Result<Self> {

        ::core::result::Result::Ok(Self {
            contacts: 
                            if let ::core::option::Option::Some(contacts) = value.contacts()? {
                                ::core::option::Option::Some(contacts.to_vec_result()?)
                            } else {
                                ::core::option::Option::None
                            }
                        ,score: ::core::convert::TryInto::try_into(value.score()?)?,radius: ::core::convert::TryInto::try_into(value.radius()?)?,grounds: 
                            if let ::core::option::Option::Some(grounds) = value.grounds()? {
                                ::core::option::Option::Some(grounds.to_vec_result()?)
                            } else {
                                ::core::option::Option::None
                            }
                        ,
        })
    }
}

impl<'a> ::planus::TableRead<'a> for UpdateRef<'a> {
    #[inline]
    fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
        ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
    }
}

impl<'a> ::planus::VectorReadInner<'a> for UpdateRef<'a> {
    type Error = ::planus::Error;
    const STRIDE: usize = 4;

    unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::planus::Result<Self> {
        ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| error_kind.with_error_location(
            "[UpdateRef]",
            "get",
            buffer.offset_from_start,
        ))
    }
}

/// # Safety
/// The planus compiler generates implementations that initialize
/// the bytes in `write_values`.
unsafe impl ::planus::VectorWrite<::planus::Offset<Update>> for Update {
    type Value = ::planus::Offset<Update>;
    const STRIDE: usize = 4;
    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
        ::planus::WriteAs::prepare(self, builder)
    }

    #[inline]
    unsafe fn write_values(
        values: &[::planus::Offset<Update>],
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

impl<'a> ::planus::ReadAsRoot<'a> for UpdateRef<'a> {
    fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
        ::planus::TableRead::from_buffer(::planus::SliceWithStartOffset {
            buffer: slice,
            offset_from_start: 0,
        }, 0).map_err(|error_kind| error_kind.with_error_location(
            "[UpdateRef]",
            "read_as_root",
            0,
        ))
    }
}

    
/// The enum `Kind` in the namespace `formats`
/// 
/// Generated from these locations:
/// * Enum `Kind` in the file `schema/formats.fbs:165`
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, ::serde::Serialize, ::serde::Deserialize)]#[repr(u8)]pub enum Kind {
    
        /// The variant `Destroyer` in the enum `Kind`
        Destroyer = 0,
    
        /// The variant `Battleship` in the enum `Kind`
        Battleship = 1,
    
        /// The variant `Carrier` in the enum `Kind`
        Carrier = 2,
    
        /// The variant `Escort` in the enum `Kind`
        Escort = 3,
    
        /// The variant `Boat` in the enum `Kind`
        Boat = 4,
    
        /// The variant `Cruiser` in the enum `Kind`
        Cruiser = 5,
    
        /// The variant `Frigate` in the enum `Kind`
        Frigate = 6,
    
        /// The variant `Corvette` in the enum `Kind`
        Corvette = 7,
    
        /// The variant `Submarine` in the enum `Kind`
        Submarine = 8,
    
        /// The variant `Hovercraft` in the enum `Kind`
        Hovercraft = 9,
    
}

impl Kind {
    /// Array containing all valid variants of Kind
    pub const ENUM_VALUES: [Self; 10] = [Self::Destroyer,Self::Battleship,Self::Carrier,Self::Escort,Self::Boat,Self::Cruiser,Self::Frigate,Self::Corvette,Self::Submarine,Self::Hovercraft,];
}

impl ::core::convert::TryFrom<u8> for Kind {
    type Error = ::planus::errors::UnknownEnumTagKind;
    #[inline]
    fn try_from(value: u8) -> ::core::result::Result<Self, ::planus::errors::UnknownEnumTagKind> {
        #[allow(clippy::match_single_binding)]
        match value {
            0 => ::core::result::Result::Ok(Kind::Destroyer),
            1 => ::core::result::Result::Ok(Kind::Battleship),
            2 => ::core::result::Result::Ok(Kind::Carrier),
            3 => ::core::result::Result::Ok(Kind::Escort),
            4 => ::core::result::Result::Ok(Kind::Boat),
            5 => ::core::result::Result::Ok(Kind::Cruiser),
            6 => ::core::result::Result::Ok(Kind::Frigate),
            7 => ::core::result::Result::Ok(Kind::Corvette),
            8 => ::core::result::Result::Ok(Kind::Submarine),
            9 => ::core::result::Result::Ok(Kind::Hovercraft),
            

            _ => ::core::result::Result::Err(::planus::errors::UnknownEnumTagKind { tag: value as i128 }),
        }
    }
}

impl ::core::convert::From<Kind> for u8 {
    #[inline]
    fn from(value: Kind) -> Self {
        value as u8
    }
}

/// # Safety
/// The Planus compiler correctly calculates `ALIGNMENT` and `SIZE`.
unsafe impl ::planus::Primitive for Kind {
    const ALIGNMENT: usize = 1;
    const SIZE: usize = 1;
}

impl ::planus::WriteAsPrimitive<Kind> for Kind {
    #[inline]
    fn write<const N: usize>(&self, cursor: ::planus::Cursor<'_, N>, buffer_position: u32) {
        (*self as u8).write(cursor, buffer_position);
    }
}

impl ::planus::WriteAs<Kind> for Kind {
    type Prepared = Self;

    #[inline]
    fn prepare(&self, _builder: &mut ::planus::Builder) -> Kind {
        *self
    }
}

impl ::planus::WriteAsDefault<Kind, Kind> for Kind {
    type Prepared = Self;

    #[inline]
    fn prepare(&self, _builder: &mut ::planus::Builder, default: &Kind) -> ::core::option::Option<Kind> {
        if self == default {
            ::core::option::Option::None
        } else {
            ::core::option::Option::Some(*self)
        }
    }
}

impl ::planus::WriteAsOptional<Kind> for Kind {
    type Prepared = Self;

    #[inline]
    fn prepare(&self, _builder: &mut ::planus::Builder) -> ::core::option::Option<Kind> {
        ::core::option::Option::Some(*self)
    }
}

impl<'buf> ::planus::TableRead<'buf> for Kind {
    #[inline]
    fn from_buffer(buffer: ::planus::SliceWithStartOffset<'buf>, offset: usize) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
        let n: u8 = ::planus::TableRead::from_buffer(buffer, offset)?;
        ::core::result::Result::Ok(::core::convert::TryInto::try_into(n)?)
    }
}

impl<'buf> ::planus::VectorReadInner<'buf> for Kind {
    type Error = ::planus::errors::UnknownEnumTag;
    const STRIDE: usize = 1;
    #[inline]
    unsafe fn from_buffer(
        buffer: ::planus::SliceWithStartOffset<'buf>,
        offset: usize,
    ) -> ::core::result::Result<Self, ::planus::errors::UnknownEnumTag> {let value = unsafe { *buffer.buffer.get_unchecked(offset) };let value: ::core::result::Result<Self, _> = ::core::convert::TryInto::try_into(value);
        value.map_err(|error_kind| error_kind.with_error_location(
            "Kind",
            "VectorRead::from_buffer",
            buffer.offset_from_start,
        ))
    }
}

/// # Safety
/// The planus compiler generates implementations that initialize
/// the bytes in `write_values`.
unsafe impl ::planus::VectorWrite<Kind> for Kind {
    const STRIDE: usize = 1;

    type Value = Self;

    #[inline]
    fn prepare(&self, _builder: &mut ::planus::Builder) -> Self {
        *self
    }

    #[inline]
    unsafe fn write_values(
        values: &[Self],
        bytes: *mut ::core::mem::MaybeUninit<u8>,
        buffer_position: u32,
    ) {
        let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 1];
        for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
            ::planus::WriteAsPrimitive::write(
                v,
                ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                
                buffer_position - i as u32,
                
            );
        }
    }
}

    
/// The struct `Course` in the namespace `formats`
/// 
/// Generated from these locations:
/// * Struct `Course` in the file `schema/formats.fbs:178`
#[derive(Copy, Clone, Debug, PartialEq, PartialOrd,
Eq, Ord, Hash,
Default, 
::serde::Serialize, ::serde::Deserialize
)]
pub struct Course {
    
        /// The field `angle` in the struct `Course`
        pub angle: u16,
    
        /// The field `dives` in the struct `Course`
        pub dives: bool,
    
        /// The field `speed` in the struct `Course`
        pub speed: i16,
    
}

/// # Safety
/// The Planus compiler correctly calculates `ALIGNMENT` and `SIZE`.
unsafe impl ::planus::Primitive for Course {
    const ALIGNMENT: usize = 2;
    const SIZE: usize = 6;
}

#[allow(clippy::identity_op)]
impl ::planus::WriteAsPrimitive<Course> for Course {
    #[inline]
    fn write<const N: usize>(&self, cursor: ::planus::Cursor<'_, N>, buffer_position: u32) {
        let (cur, cursor) = cursor.split::<2 , 4>();
            self.angle.write(cur, buffer_position - 0);let (cur, cursor) = cursor.split::<1 , 3>();
            self.dives.write(cur, buffer_position - 2);let cursor = cursor.write::<1, 2>([0; 1]);let (cur, cursor) = cursor.split::<2 , 0>();
            self.speed.write(cur, buffer_position - 4);
        cursor.finish([]);
    }
}

impl ::planus::WriteAsOffset<Course> for Course {
    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Course> {
        unsafe {
            builder.write_with(
                6,
                1,
                |buffer_position, bytes| {
                    let bytes = bytes.as_mut_ptr();

                    ::planus::WriteAsPrimitive::write(
                        self,
                        ::planus::Cursor::new(&mut *(bytes as *mut [::core::mem::MaybeUninit<u8>; 6])),
                        buffer_position,
                    );
                }
            );
        }
        builder.current_offset()
    }
}

impl ::planus::WriteAs<Course> for Course {
    type Prepared = Self;
    #[inline]
    fn prepare(&self, _builder: &mut ::planus::Builder) -> Self {
        *self
    }
}

impl ::planus::WriteAsOptional<Course> for Course {
    type Prepared = Self;
    #[inline]
    fn prepare(&self, _builder: &mut ::planus::Builder) -> ::core::option::Option<Self> {
        ::core::option::Option::Some(*self)
    }
}

/// Reference to a deserialized [Course].
#[derive(Copy, Clone)]
pub struct CourseRef<'a>(::planus::ArrayWithStartOffset<'a, 6>);

impl<'a> CourseRef<'a> {
    
        /// Getter for the [`angle` field](Course#structfield.angle).
        pub fn angle(&self) -> u16 {
            let buffer = self.0.advance_as_array::<2>(0).unwrap();
            
            u16::from_le_bytes(*buffer.as_array())
            
        }
    
        /// Getter for the [`dives` field](Course#structfield.dives).
        pub fn dives(&self) -> bool {
            let buffer = self.0.advance_as_array::<1>(2).unwrap();
            
            buffer.as_array()[0] != 0
            
        }
    
        /// Getter for the [`speed` field](Course#structfield.speed).
        pub fn speed(&self) -> i16 {
            let buffer = self.0.advance_as_array::<2>(4).unwrap();
            
            i16::from_le_bytes(*buffer.as_array())
            
        }
    
}

impl<'a> ::core::fmt::Debug for CourseRef<'a> {
    fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        let mut f = f.debug_struct("CourseRef");
        f.field("angle", &self.angle());f.field("dives", &self.dives());f.field("speed", &self.speed());
        f.finish()
    }
}

impl<'a> ::core::convert::From<::planus::ArrayWithStartOffset<'a, 6>> for CourseRef<'a> {
    fn from(array: ::planus::ArrayWithStartOffset<'a, 6>) -> Self {
        Self(array)
    }
}

impl<'a> ::core::convert::From<CourseRef<'a>> for Course {
    #[allow(unreachable_code)]
    fn from(value: CourseRef<'a>) -> Self {
        Self {
        angle:
            value.angle(),
            dives:
            value.dives(),
            speed:
            value.speed(),
            
        }
    }
}

impl<'a, 'b> ::core::cmp::PartialEq<CourseRef<'a>> for CourseRef<'b> {
    fn eq(&self, other: &CourseRef<'_>) -> bool {
        
            self.angle() == other.angle() && 
            self.dives() == other.dives() && 
            self.speed() == other.speed()
    }
}

    impl<'a> ::core::cmp::Eq for CourseRef<'a> {}
    impl<'a, 'b> ::core::cmp::PartialOrd<CourseRef<'a>> for CourseRef<'b> {
        fn partial_cmp(&self, other: &CourseRef<'_>) -> ::core::option::Option<::core::cmp::Ordering> {
            ::core::option::Option::Some(::core::cmp::Ord::cmp(self, other))
        }
    }

    impl<'a> ::core::cmp::Ord for CourseRef<'a> {
        fn cmp(&self, other: &CourseRef<'_>) -> ::core::cmp::Ordering {
            
                self.angle().cmp(&other.angle())
                
                .then_with(|| self.dives().cmp(&other.dives()))
                
                .then_with(|| self.speed().cmp(&other.speed()))
                
        }
    }

    impl<'a> ::core::hash::Hash for CourseRef<'a> {
        fn hash<H: ::core::hash::Hasher>(&self, state: &mut H) {
            self.angle().hash(state);self.dives().hash(state);self.speed().hash(state);
        }
    }


impl<'a> ::planus::TableRead<'a> for CourseRef<'a> {
    #[inline]
    fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
        let buffer = buffer.advance_as_array::<6>(offset)?;
        ::core::result::Result::Ok(Self(buffer))
    }
}

impl<'a> ::planus::VectorRead<'a> for CourseRef<'a> {
    const STRIDE: usize = 6;

    #[inline]
    unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> Self {
        Self(unsafe { buffer.unchecked_advance_as_array(offset) })
    }
}

/// # Safety
/// The planus compiler generates implementations that initialize
/// the bytes in `write_values`.
unsafe impl ::planus::VectorWrite<Course> for Course {
    const STRIDE: usize = 6;

    type Value = Course;

    #[inline]
    fn prepare(&self, _builder: &mut ::planus::Builder) -> Self::Value {
        *self
    }

    #[inline]
    unsafe fn write_values(
        values: &[Course],
        bytes: *mut ::core::mem::MaybeUninit<u8>,
        buffer_position: u32,
    ) {
        let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 6];
        for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
            ::planus::WriteAsPrimitive::write(
                v,
                ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                
                buffer_position - (6 * i) as u32,
                
            );
        }
    }
}

    
/// The struct `Place` in the namespace `formats`
/// 
/// Generated from these locations:
/// * Struct `Place` in the file `schema/formats.fbs:184`
#[derive(Copy, Clone, Debug, PartialEq, PartialOrd,

Default, 
::serde::Serialize, ::serde::Deserialize
)]
pub struct Place {
    
        /// The field `height` in the struct `Place`
        pub height: i8,
    
        /// The field `angle` in the struct `Place`
        pub angle: u16,
    
        /// The field `x` in the struct `Place`
        pub x: f32,
    
        /// The field `y` in the struct `Place`
        pub y: f32,
    
        /// The field `speed` in the struct `Place`
        pub speed: i16,
    
}

/// # Safety
/// The Planus compiler correctly calculates `ALIGNMENT` and `SIZE`.
unsafe impl ::planus::Primitive for Place {
    const ALIGNMENT: usize = 4;
    const SIZE: usize = 16;
}

#[allow(clippy::identity_op)]
impl ::planus::WriteAsPrimitive<Place> for Place {
    #[inline]
    fn write<const N: usize>(&self, cursor: ::planus::Cursor<'_, N>, buffer_position: u32) {
        let (cur, cursor) = cursor.split::<1 , 15>();
            self.height.write(cur, buffer_position - 0);let cursor = cursor.write::<1, 14>([0; 1]);let (cur, cursor) = cursor.split::<2 , 12>();
            self.angle.write(cur, buffer_position - 2);let (cur, cursor) = cursor.split::<4 , 8>();
            self.x.write(cur, buffer_position - 4);let (cur, cursor) = cursor.split::<4 , 4>();
            self.y.write(cur, buffer_position - 8);let (cur, cursor) = cursor.split::<2 , 2>();
            self.speed.write(cur, buffer_position - 12);let cursor = cursor.write::<2, 0>([0; 2]);
        cursor.finish([]);
    }
}

impl ::planus::WriteAsOffset<Place> for Place {
    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Place> {
        unsafe {
            builder.write_with(
                16,
                3,
                |buffer_position, bytes| {
                    let bytes = bytes.as_mut_ptr();

                    ::planus::WriteAsPrimitive::write(
                        self,
                        ::planus::Cursor::new(&mut *(bytes as *mut [::core::mem::MaybeUninit<u8>; 16])),
                        buffer_position,
                    );
                }
            );
        }
        builder.current_offset()
    }
}

impl ::planus::WriteAs<Place> for Place {
    type Prepared = Self;
    #[inline]
    fn prepare(&self, _builder: &mut ::planus::Builder) -> Self {
        *self
    }
}

impl ::planus::WriteAsOptional<Place> for Place {
    type Prepared = Self;
    #[inline]
    fn prepare(&self, _builder: &mut ::planus::Builder) -> ::core::option::Option<Self> {
        ::core::option::Option::Some(*self)
    }
}

/// Reference to a deserialized [Place].
#[derive(Copy, Clone)]
pub struct PlaceRef<'a>(::planus::ArrayWithStartOffset<'a, 16>);

impl<'a> PlaceRef<'a> {
    
        /// Getter for the [`height` field](Place#structfield.height).
        pub fn height(&self) -> i8 {
            let buffer = self.0.advance_as_array::<1>(0).unwrap();
            
            i8::from_le_bytes(*buffer.as_array())
            
        }
    
        /// Getter for the [`angle` field](Place#structfield.angle).
        pub fn angle(&self) -> u16 {
            let buffer = self.0.advance_as_array::<2>(2).unwrap();
            
            u16::from_le_bytes(*buffer.as_array())
            
        }
    
        /// Getter for the [`x` field](Place#structfield.x).
        pub fn x(&self) -> f32 {
            let buffer = self.0.advance_as_array::<4>(4).unwrap();
            
            f32::from_le_bytes(*buffer.as_array())
            
        }
    
        /// Getter for the [`y` field](Place#structfield.y).
        pub fn y(&self) -> f32 {
            let buffer = self.0.advance_as_array::<4>(8).unwrap();
            
            f32::from_le_bytes(*buffer.as_array())
            
        }
    
        /// Getter for the [`speed` field](Place#structfield.speed).
        pub fn speed(&self) -> i16 {
            let buffer = self.0.advance_as_array::<2>(12).unwrap();
            
            i16::from_le_bytes(*buffer.as_array())
            
        }
    
}

impl<'a> ::core::fmt::Debug for PlaceRef<'a> {
    fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        let mut f = f.debug_struct("PlaceRef");
        f.field("height", &self.height());f.field("angle", &self.angle());f.field("x", &self.x());f.field("y", &self.y());f.field("speed", &self.speed());
        f.finish()
    }
}

impl<'a> ::core::convert::From<::planus::ArrayWithStartOffset<'a, 16>> for PlaceRef<'a> {
    fn from(array: ::planus::ArrayWithStartOffset<'a, 16>) -> Self {
        Self(array)
    }
}

impl<'a> ::core::convert::From<PlaceRef<'a>> for Place {
    #[allow(unreachable_code)]
    fn from(value: PlaceRef<'a>) -> Self {
        Self {
        height:
            value.height(),
            angle:
            value.angle(),
            x:
            value.x(),
            y:
            value.y(),
            speed:
            value.speed(),
            
        }
    }
}

impl<'a, 'b> ::core::cmp::PartialEq<PlaceRef<'a>> for PlaceRef<'b> {
    fn eq(&self, other: &PlaceRef<'_>) -> bool {
        
            self.height() == other.height() && 
            self.angle() == other.angle() && 
            self.x() == other.x() && 
            self.y() == other.y() && 
            self.speed() == other.speed()
    }
}

    impl<'a, 'b> ::core::cmp::PartialOrd<PlaceRef<'a>> for PlaceRef<'b> {
        fn partial_cmp(&self, other: &PlaceRef<'_>) -> ::core::option::Option<::core::cmp::Ordering> {
            
                match self.height().partial_cmp(&other.height()) {
                    ::core::option::Option::Some(::core::cmp::Ordering::Equal) => (),
                    o => return o,
                }
                
                match self.angle().partial_cmp(&other.angle()) {
                    ::core::option::Option::Some(::core::cmp::Ordering::Equal) => (),
                    o => return o,
                }
                
                match self.x().partial_cmp(&other.x()) {
                    ::core::option::Option::Some(::core::cmp::Ordering::Equal) => (),
                    o => return o,
                }
                
                match self.y().partial_cmp(&other.y()) {
                    ::core::option::Option::Some(::core::cmp::Ordering::Equal) => (),
                    o => return o,
                }
                
                self.speed().partial_cmp(&other.speed())
                
        }
    }


impl<'a> ::planus::TableRead<'a> for PlaceRef<'a> {
    #[inline]
    fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
        let buffer = buffer.advance_as_array::<16>(offset)?;
        ::core::result::Result::Ok(Self(buffer))
    }
}

impl<'a> ::planus::VectorRead<'a> for PlaceRef<'a> {
    const STRIDE: usize = 16;

    #[inline]
    unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> Self {
        Self(unsafe { buffer.unchecked_advance_as_array(offset) })
    }
}

/// # Safety
/// The planus compiler generates implementations that initialize
/// the bytes in `write_values`.
unsafe impl ::planus::VectorWrite<Place> for Place {
    const STRIDE: usize = 16;

    type Value = Place;

    #[inline]
    fn prepare(&self, _builder: &mut ::planus::Builder) -> Self::Value {
        *self
    }

    #[inline]
    unsafe fn write_values(
        values: &[Place],
        bytes: *mut ::core::mem::MaybeUninit<u8>,
        buffer_position: u32,
    ) {
        let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 16];
        for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
            ::planus::WriteAsPrimitive::write(
                v,
                ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                
                buffer_position - (16 * i) as u32,
                
            );
        }
    }
}

    
/// The table `Contact` in the namespace `formats`
/// 
/// Generated from these locations:
/// * Table `Contact` in the file `schema/formats.fbs:192`
#[derive(Clone, Debug, PartialEq, PartialOrd,

::serde::Serialize, ::serde::Deserialize
)]
pub struct Contact{
    
        /// The field `damage` in the table `Contact`
        pub damage: u8,
        /// The field `id` in the table `Contact`
        pub id: u32,
        /// The field `kind` in the table `Contact`
        pub kind: ::core::option::Option<self::Kind>,
        /// The field `course` in the table `Contact`
        pub course: self::Course,
        /// The field `player` in the table `Contact`
        pub player: ::core::option::Option<u16>,
        /// The field `loaded` in the table `Contact`
        pub loaded: ::core::option::Option<::planus::alloc::vec::Vec<bool>>,
        /// The field `place` in the table `Contact`
        pub place: self::Place,
        /// The field `turrets` in the table `Contact`
        pub turrets: ::core::option::Option<::planus::alloc::vec::Vec<u16>>,}


#[allow(clippy::derivable_impls)]
impl ::core::default::Default for Contact {
    fn default() -> Self {
        Self {
        damage: 0,
        id: 0,
        kind: ::core::default::Default::default(),
        course: ::core::default::Default::default(),
        player: ::core::default::Default::default(),
        loaded: ::core::default::Default::default(),
        place: ::core::default::Default::default(),
        turrets: ::core::default::Default::default(),
        
        }
    }
}


impl Contact {
    /// Creates a [ContactBuilder] for serializing an instance of this table.
    #[inline]
    pub fn builder() -> ContactBuilder<()> {
        ContactBuilder(())
    }

    #[allow(clippy::too_many_arguments)]
    pub fn create(
        builder: &mut ::planus::Builder,
        field_damage: impl ::planus::WriteAsDefault<u8, u8>,
        field_id: impl ::planus::WriteAsDefault<u32, u32>,
        field_kind: impl ::planus::WriteAsOptional<self::Kind>,
        field_course: impl ::planus::WriteAs<self::Course>,
        field_player: impl ::planus::WriteAsOptional<u16>,
        field_loaded: impl ::planus::WriteAsOptional<::planus::Offset<[bool]>>,
        field_place: impl ::planus::WriteAs<self::Place>,
        field_turrets: impl ::planus::WriteAsOptional<::planus::Offset<[u16]>>,
        
    ) -> ::planus::Offset<Self> {let prepared_damage = field_damage.prepare(builder, &0);let prepared_id = field_id.prepare(builder, &0);let prepared_kind = field_kind.prepare(builder);let prepared_course = field_course.prepare(builder);let prepared_player = field_player.prepare(builder);let prepared_loaded = field_loaded.prepare(builder);let prepared_place = field_place.prepare(builder);let prepared_turrets = field_turrets.prepare(builder);

        let mut table_writer: ::planus::table_writer::TableWriter::<20> = ::core::default::Default::default();
        if prepared_id.is_some() {table_writer.write_entry::<u32>(1);}if prepared_loaded.is_some() {table_writer.write_entry::<::planus::Offset<[bool]>>(5);}table_writer.write_entry::<self::Place>(6);if prepared_turrets.is_some() {table_writer.write_entry::<::planus::Offset<[u16]>>(7);}table_writer.write_entry::<self::Course>(3);if prepared_player.is_some() {table_writer.write_entry::<u16>(4);}if prepared_damage.is_some() {table_writer.write_entry::<u8>(0);}if prepared_kind.is_some() {table_writer.write_entry::<self::Kind>(2);}

        unsafe {
            table_writer.finish(builder, |object_writer| {if let ::core::option::Option::Some(prepared_id) = prepared_id {object_writer.write::<_, _, 4>(&prepared_id);}if let ::core::option::Option::Some(prepared_loaded) = prepared_loaded {object_writer.write::<_, _, 4>(&prepared_loaded);}object_writer.write::<_, _, 16>(&prepared_place);if let ::core::option::Option::Some(prepared_turrets) = prepared_turrets {object_writer.write::<_, _, 4>(&prepared_turrets);}object_writer.write::<_, _, 6>(&prepared_course);if let ::core::option::Option::Some(prepared_player) = prepared_player {object_writer.write::<_, _, 2>(&prepared_player);}if let ::core::option::Option::Some(prepared_damage) = prepared_damage {object_writer.write::<_, _, 1>(&prepared_damage);}if let ::core::option::Option::Some(prepared_kind) = prepared_kind {object_writer.write::<_, _, 1>(&prepared_kind);}
                
            });
        }builder.current_offset()
    }
}

impl ::planus::WriteAs<::planus::Offset<Contact>> for Contact {
    type Prepared = ::planus::Offset<Self>;

    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Contact> {
        ::planus::WriteAsOffset::prepare(self, builder)
    }
}

impl ::planus::WriteAsOptional<::planus::Offset<Contact>> for Contact {
    type Prepared = ::planus::Offset<Self>;

    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Contact>> {
        ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
    }
}

impl ::planus::WriteAsOffset<Contact> for Contact {
    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Contact> {
        Contact::create(
            builder,
        
            
            self.damage,
            
        
            
            self.id,
            
        
            
            self.kind,
            
        
            
            self.course,
            
        
            
            self.player,
            
        
            
            &self.loaded,
            
        
            
            self.place,
            
        
            
            &self.turrets,
            
        
        )
    }
}

/// Builder for serializing an instance of the [Contact] type.
///
/// Can be created using the [Contact::builder] method.
#[derive(Debug)]
#[must_use]
pub struct ContactBuilder<State>(State);

impl<
    
> ContactBuilder
<
    (
    
    )
>
{
    /// Setter for the [`damage` field](Contact#structfield.damage).
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn damage<T0>(self, value: T0) -> ContactBuilder<(
    
        T0,
    
    )>
    where T0: ::planus::WriteAsDefault<u8, u8>
    {
        ContactBuilder((
            
            value,
        ))
    }

    
    /// Sets the [`damage` field](Contact#structfield.damage) to the default value.
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn damage_as_default(self) -> ContactBuilder<(
        
        ::planus::DefaultValue,
    )>
    {
        self.damage(::planus::DefaultValue)
    }
    

    
}

impl<
    
        T0,
    
> ContactBuilder
<
    (
    
        T0,
    
    )
>
{
    /// Setter for the [`id` field](Contact#structfield.id).
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn id<T1>(self, value: T1) -> ContactBuilder<(
    
        T0,
    
        T1,
    
    )>
    where T1: ::planus::WriteAsDefault<u32, u32>
    {
        
        let (
            
                v0,
            
        ) = self.0;ContactBuilder((
            
                v0,
            
            value,
        ))
    }

    
    /// Sets the [`id` field](Contact#structfield.id) to the default value.
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn id_as_default(self) -> ContactBuilder<(
        
            T0,
        
        ::planus::DefaultValue,
    )>
    {
        self.id(::planus::DefaultValue)
    }
    

    
}

impl<
    
        T0,
    
        T1,
    
> ContactBuilder
<
    (
    
        T0,
    
        T1,
    
    )
>
{
    /// Setter for the [`kind` field](Contact#structfield.kind).
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn kind<T2>(self, value: T2) -> ContactBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
    )>
    where T2: ::planus::WriteAsOptional<self::Kind>
    {
        
        let (
            
                v0,
            
                v1,
            
        ) = self.0;ContactBuilder((
            
                v0,
            
                v1,
            
            value,
        ))
    }

    

    
    /// Sets the [`kind` field](Contact#structfield.kind) to null.
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn kind_as_null(self) -> ContactBuilder<(
        
            T0,
        
            T1,
        
        (),
    )>
    {
        self.kind(())
    }
    
}

impl<
    
        T0,
    
        T1,
    
        T2,
    
> ContactBuilder
<
    (
    
        T0,
    
        T1,
    
        T2,
    
    )
>
{
    /// Setter for the [`course` field](Contact#structfield.course).
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn course<T3>(self, value: T3) -> ContactBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
    )>
    where T3: ::planus::WriteAs<self::Course>
    {
        
        let (
            
                v0,
            
                v1,
            
                v2,
            
        ) = self.0;ContactBuilder((
            
                v0,
            
                v1,
            
                v2,
            
            value,
        ))
    }

    

    
}

impl<
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
> ContactBuilder
<
    (
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
    )
>
{
    /// Setter for the [`player` field](Contact#structfield.player).
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn player<T4>(self, value: T4) -> ContactBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
    )>
    where T4: ::planus::WriteAsOptional<u16>
    {
        
        let (
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
        ) = self.0;ContactBuilder((
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
            value,
        ))
    }

    

    
    /// Sets the [`player` field](Contact#structfield.player) to null.
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn player_as_null(self) -> ContactBuilder<(
        
            T0,
        
            T1,
        
            T2,
        
            T3,
        
        (),
    )>
    {
        self.player(())
    }
    
}

impl<
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
> ContactBuilder
<
    (
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
    )
>
{
    /// Setter for the [`loaded` field](Contact#structfield.loaded).
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn loaded<T5>(self, value: T5) -> ContactBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
    )>
    where T5: ::planus::WriteAsOptional<::planus::Offset<[bool]>>
    {
        
        let (
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
        ) = self.0;ContactBuilder((
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
            value,
        ))
    }

    

    
    /// Sets the [`loaded` field](Contact#structfield.loaded) to null.
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn loaded_as_null(self) -> ContactBuilder<(
        
            T0,
        
            T1,
        
            T2,
        
            T3,
        
            T4,
        
        (),
    )>
    {
        self.loaded(())
    }
    
}

impl<
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
> ContactBuilder
<
    (
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
    )
>
{
    /// Setter for the [`place` field](Contact#structfield.place).
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn place<T6>(self, value: T6) -> ContactBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
    )>
    where T6: ::planus::WriteAs<self::Place>
    {
        
        let (
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
                v5,
            
        ) = self.0;ContactBuilder((
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
                v5,
            
            value,
        ))
    }

    

    
}

impl<
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
> ContactBuilder
<
    (
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
    )
>
{
    /// Setter for the [`turrets` field](Contact#structfield.turrets).
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn turrets<T7>(self, value: T7) -> ContactBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
    )>
    where T7: ::planus::WriteAsOptional<::planus::Offset<[u16]>>
    {
        
        let (
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
                v5,
            
                v6,
            
        ) = self.0;ContactBuilder((
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
                v5,
            
                v6,
            
            value,
        ))
    }

    

    
    /// Sets the [`turrets` field](Contact#structfield.turrets) to null.
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn turrets_as_null(self) -> ContactBuilder<(
        
            T0,
        
            T1,
        
            T2,
        
            T3,
        
            T4,
        
            T5,
        
            T6,
        
        (),
    )>
    {
        self.turrets(())
    }
    
}



impl<
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
> ContactBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
)> {
    /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Contact].
    #[inline]
    pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Contact>
        where Self: ::planus::WriteAsOffset<Contact>
    {
        ::planus::WriteAsOffset::prepare(&self, builder)
    }
}

impl<
    
        T0: ::planus::WriteAsDefault<u8, u8>,
    
        T1: ::planus::WriteAsDefault<u32, u32>,
    
        T2: ::planus::WriteAsOptional<self::Kind>,
    
        T3: ::planus::WriteAs<self::Course>,
    
        T4: ::planus::WriteAsOptional<u16>,
    
        T5: ::planus::WriteAsOptional<::planus::Offset<[bool]>>,
    
        T6: ::planus::WriteAs<self::Place>,
    
        T7: ::planus::WriteAsOptional<::planus::Offset<[u16]>>,
    
> ::planus::WriteAs<::planus::Offset<Contact>> for ContactBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
)> {
    type Prepared = ::planus::Offset<Contact>;

    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Contact> {
        ::planus::WriteAsOffset::prepare(self, builder)
    }
}

impl<
    
        T0: ::planus::WriteAsDefault<u8, u8>,
    
        T1: ::planus::WriteAsDefault<u32, u32>,
    
        T2: ::planus::WriteAsOptional<self::Kind>,
    
        T3: ::planus::WriteAs<self::Course>,
    
        T4: ::planus::WriteAsOptional<u16>,
    
        T5: ::planus::WriteAsOptional<::planus::Offset<[bool]>>,
    
        T6: ::planus::WriteAs<self::Place>,
    
        T7: ::planus::WriteAsOptional<::planus::Offset<[u16]>>,
    
> ::planus::WriteAsOptional<::planus::Offset<Contact>> for ContactBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
)> {
    type Prepared = ::planus::Offset<Contact>;

    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Contact>> {
        ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
    }
}

impl<
    
        T0: ::planus::WriteAsDefault<u8, u8>,
    
        T1: ::planus::WriteAsDefault<u32, u32>,
    
        T2: ::planus::WriteAsOptional<self::Kind>,
    
        T3: ::planus::WriteAs<self::Course>,
    
        T4: ::planus::WriteAsOptional<u16>,
    
        T5: ::planus::WriteAsOptional<::planus::Offset<[bool]>>,
    
        T6: ::planus::WriteAs<self::Place>,
    
        T7: ::planus::WriteAsOptional<::planus::Offset<[u16]>>,
    
> ::planus::WriteAsOffset<Contact> for ContactBuilder<(
    
        T0,
    
        T1,
    
        T2,
    
        T3,
    
        T4,
    
        T5,
    
        T6,
    
        T7,
    
)> {
    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Contact> {
        
        let (
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
                v5,
            
                v6,
            
                v7,
            
        ) = &self.0;Contact::create(
            builder,
            
                v0,
            
                v1,
            
                v2,
            
                v3,
            
                v4,
            
                v5,
            
                v6,
            
                v7,
            
        )
    }
}

/// Reference to a deserialized [Contact].
#[derive(Copy, Clone)]
pub struct ContactRef<'a>(
    #[allow(dead_code)]
    ::planus::table_reader::Table<'a>
);

impl<'a> ContactRef<'a> {
    
        /// Getter for the [`damage` field](Contact#structfield.damage).
        #[inline]
        pub fn damage(&self) -> ::planus::Result<u8> {
             ::core::result::Result::Ok( 
            
              
              self.0.access(0, "Contact", "damage")
              
            
            ?.unwrap_or(0))
            
        }
    
        /// Getter for the [`id` field](Contact#structfield.id).
        #[inline]
        pub fn id(&self) -> ::planus::Result<u32> {
             ::core::result::Result::Ok( 
            
              
              self.0.access(1, "Contact", "id")
              
            
            ?.unwrap_or(0))
            
        }
    
        /// Getter for the [`kind` field](Contact#structfield.kind).
        #[inline]
        pub fn kind(&self) -> ::planus::Result<::core::option::Option<self::Kind>> {
            
            
              
              self.0.access(2, "Contact", "kind")
              
            
            
            
        }
    
        /// Getter for the [`course` field](Contact#structfield.course).
        #[inline]
        pub fn course(&self) -> ::planus::Result<self::CourseRef<'a>> {
            
            
              
              self.0.access_required(3, "Contact", "course")
              
            
            
            
        }
    
        /// Getter for the [`player` field](Contact#structfield.player).
        #[inline]
        pub fn player(&self) -> ::planus::Result<::core::option::Option<u16>> {
            
            
              
              self.0.access(4, "Contact", "player")
              
            
            
            
        }
    
        /// Getter for the [`loaded` field](Contact#structfield.loaded).
        #[inline]
        pub fn loaded(&self) -> ::planus::Result<::core::option::Option<::planus::Vector<'a, bool>>> {
            
            
              
              self.0.access(5, "Contact", "loaded")
              
            
            
            
        }
    
        /// Getter for the [`place` field](Contact#structfield.place).
        #[inline]
        pub fn place(&self) -> ::planus::Result<self::PlaceRef<'a>> {
            
            
              
              self.0.access_required(6, "Contact", "place")
              
            
            
            
        }
    
        /// Getter for the [`turrets` field](Contact#structfield.turrets).
        #[inline]
        pub fn turrets(&self) -> ::planus::Result<::core::option::Option<::planus::Vector<'a, u16>>> {
            
            
              
              self.0.access(7, "Contact", "turrets")
              
            
            
            
        }
    
}

impl<'a> ::core::fmt::Debug for ContactRef<'a> {
    fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        let mut f = f.debug_struct("ContactRef");
        f.field("damage", &self.damage());f.field("id", &self.id());if let ::core::option::Option::Some(field_kind) = self.kind().transpose() {
                f.field("kind", &field_kind);
            }f.field("course", &self.course());if let ::core::option::Option::Some(field_player) = self.player().transpose() {
                f.field("player", &field_player);
            }if let ::core::option::Option::Some(field_loaded) = self.loaded().transpose() {
                f.field("loaded", &field_loaded);
            }f.field("place", &self.place());if let ::core::option::Option::Some(field_turrets) = self.turrets().transpose() {
                f.field("turrets", &field_turrets);
            }
        f.finish()
    }
}

impl<'a> ::core::convert::TryFrom<ContactRef<'a>> for Contact {
    type Error = ::planus::Error;


    #[allow(unreachable_code)]
    fn try_from(value: ContactRef<'a>) -> ::planus::Result<Self> {

        ::core::result::Result::Ok(Self {
            damage: ::core::convert::TryInto::try_into(value.damage()?)?,id: ::core::convert::TryInto::try_into(value.id()?)?,kind: 
                    if let ::core::option::Option::Some(kind) = value.kind()? {
                        ::core::option::Option::Some(::core::convert::TryInto::try_into(kind)?)
                    } else {
                        ::core::option::Option::None
                    }
                ,course: ::core::convert::Into::into(value.course()?),player: 
                    if let ::core::option::Option::Some(player) = value.player()? {
                        ::core::option::Option::Some(::core::convert::TryInto::try_into(player)?)
                    } else {
                        ::core::option::Option::None
                    }
                ,loaded: 
                            if let ::core::option::Option::Some(loaded) = value.loaded()? {
                                ::core::option::Option::Some(loaded.to_vec()?)
                            } else {
                                ::core::option::Option::None
                            }
                        ,place: ::core::convert::Into::into(value.place()?),turrets: 
                            if let ::core::option::Option::Some(turrets) = value.turrets()? {
                                ::core::option::Option::Some(turrets.to_vec()?)
                            } else {
                                ::core::option::Option::None
                            }
                        ,
        })
    }
}

impl<'a> ::planus::TableRead<'a> for ContactRef<'a> {
    #[inline]
    fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
        ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
    }
}

impl<'a> ::planus::VectorReadInner<'a> for ContactRef<'a> {
    type Error = ::planus::Error;
    const STRIDE: usize = 4;

    unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::planus::Result<Self> {
        ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| error_kind.with_error_location(
            "[ContactRef]",
            "get",
            buffer.offset_from_start,
        ))
    }
}

/// # Safety
/// The planus compiler generates implementations that initialize
/// the bytes in `write_values`.
unsafe impl ::planus::VectorWrite<::planus::Offset<Contact>> for Contact {
    type Value = ::planus::Offset<Contact>;
    const STRIDE: usize = 4;
    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
        ::planus::WriteAs::prepare(self, builder)
    }

    #[inline]
    unsafe fn write_values(
        values: &[::planus::Offset<Contact>],
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

impl<'a> ::planus::ReadAsRoot<'a> for ContactRef<'a> {
    fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
        ::planus::TableRead::from_buffer(::planus::SliceWithStartOffset {
            buffer: slice,
            offset_from_start: 0,
        }, 0).map_err(|error_kind| error_kind.with_error_location(
            "[ContactRef]",
            "read_as_root",
            0,
        ))
    }
}

    
/// The struct `Sector` in the namespace `formats`
/// 
/// Generated from these locations:
/// * Struct `Sector` in the file `schema/formats.fbs:203`
#[derive(Copy, Clone, Debug, PartialEq, PartialOrd,
Eq, Ord, Hash,
Default, 
::serde::Serialize, ::serde::Deserialize
)]
pub struct Sector {
    
        /// The field `x` in the struct `Sector`
        pub x: i8,
    
        /// The field `y` in the struct `Sector`
        pub y: i8,
    
}

/// # Safety
/// The Planus compiler correctly calculates `ALIGNMENT` and `SIZE`.
unsafe impl ::planus::Primitive for Sector {
    const ALIGNMENT: usize = 1;
    const SIZE: usize = 2;
}

#[allow(clippy::identity_op)]
impl ::planus::WriteAsPrimitive<Sector> for Sector {
    #[inline]
    fn write<const N: usize>(&self, cursor: ::planus::Cursor<'_, N>, buffer_position: u32) {
        let (cur, cursor) = cursor.split::<1 , 1>();
            self.x.write(cur, buffer_position - 0);let (cur, cursor) = cursor.split::<1 , 0>();
            self.y.write(cur, buffer_position - 1);
        cursor.finish([]);
    }
}

impl ::planus::WriteAsOffset<Sector> for Sector {
    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Sector> {
        unsafe {
            builder.write_with(
                2,
                0,
                |buffer_position, bytes| {
                    let bytes = bytes.as_mut_ptr();

                    ::planus::WriteAsPrimitive::write(
                        self,
                        ::planus::Cursor::new(&mut *(bytes as *mut [::core::mem::MaybeUninit<u8>; 2])),
                        buffer_position,
                    );
                }
            );
        }
        builder.current_offset()
    }
}

impl ::planus::WriteAs<Sector> for Sector {
    type Prepared = Self;
    #[inline]
    fn prepare(&self, _builder: &mut ::planus::Builder) -> Self {
        *self
    }
}

impl ::planus::WriteAsOptional<Sector> for Sector {
    type Prepared = Self;
    #[inline]
    fn prepare(&self, _builder: &mut ::planus::Builder) -> ::core::option::Option<Self> {
        ::core::option::Option::Some(*self)
    }
}

/// Reference to a deserialized [Sector].
#[derive(Copy, Clone)]
pub struct SectorRef<'a>(::planus::ArrayWithStartOffset<'a, 2>);

impl<'a> SectorRef<'a> {
    
        /// Getter for the [`x` field](Sector#structfield.x).
        pub fn x(&self) -> i8 {
            let buffer = self.0.advance_as_array::<1>(0).unwrap();
            
            i8::from_le_bytes(*buffer.as_array())
            
        }
    
        /// Getter for the [`y` field](Sector#structfield.y).
        pub fn y(&self) -> i8 {
            let buffer = self.0.advance_as_array::<1>(1).unwrap();
            
            i8::from_le_bytes(*buffer.as_array())
            
        }
    
}

impl<'a> ::core::fmt::Debug for SectorRef<'a> {
    fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        let mut f = f.debug_struct("SectorRef");
        f.field("x", &self.x());f.field("y", &self.y());
        f.finish()
    }
}

impl<'a> ::core::convert::From<::planus::ArrayWithStartOffset<'a, 2>> for SectorRef<'a> {
    fn from(array: ::planus::ArrayWithStartOffset<'a, 2>) -> Self {
        Self(array)
    }
}

impl<'a> ::core::convert::From<SectorRef<'a>> for Sector {
    #[allow(unreachable_code)]
    fn from(value: SectorRef<'a>) -> Self {
        Self {
        x:
            value.x(),
            y:
            value.y(),
            
        }
    }
}

impl<'a, 'b> ::core::cmp::PartialEq<SectorRef<'a>> for SectorRef<'b> {
    fn eq(&self, other: &SectorRef<'_>) -> bool {
        
            self.x() == other.x() && 
            self.y() == other.y()
    }
}

    impl<'a> ::core::cmp::Eq for SectorRef<'a> {}
    impl<'a, 'b> ::core::cmp::PartialOrd<SectorRef<'a>> for SectorRef<'b> {
        fn partial_cmp(&self, other: &SectorRef<'_>) -> ::core::option::Option<::core::cmp::Ordering> {
            ::core::option::Option::Some(::core::cmp::Ord::cmp(self, other))
        }
    }

    impl<'a> ::core::cmp::Ord for SectorRef<'a> {
        fn cmp(&self, other: &SectorRef<'_>) -> ::core::cmp::Ordering {
            
                self.x().cmp(&other.x())
                
                .then_with(|| self.y().cmp(&other.y()))
                
        }
    }

    impl<'a> ::core::hash::Hash for SectorRef<'a> {
        fn hash<H: ::core::hash::Hasher>(&self, state: &mut H) {
            self.x().hash(state);self.y().hash(state);
        }
    }


impl<'a> ::planus::TableRead<'a> for SectorRef<'a> {
    #[inline]
    fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
        let buffer = buffer.advance_as_array::<2>(offset)?;
        ::core::result::Result::Ok(Self(buffer))
    }
}

impl<'a> ::planus::VectorRead<'a> for SectorRef<'a> {
    const STRIDE: usize = 2;

    #[inline]
    unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> Self {
        Self(unsafe { buffer.unchecked_advance_as_array(offset) })
    }
}

/// # Safety
/// The planus compiler generates implementations that initialize
/// the bytes in `write_values`.
unsafe impl ::planus::VectorWrite<Sector> for Sector {
    const STRIDE: usize = 2;

    type Value = Sector;

    #[inline]
    fn prepare(&self, _builder: &mut ::planus::Builder) -> Self::Value {
        *self
    }

    #[inline]
    unsafe fn write_values(
        values: &[Sector],
        bytes: *mut ::core::mem::MaybeUninit<u8>,
        buffer_position: u32,
    ) {
        let bytes = bytes as *mut [::core::mem::MaybeUninit<u8>; 2];
        for (i, v) in ::core::iter::Iterator::enumerate(values.iter()) {
            ::planus::WriteAsPrimitive::write(
                v,
                ::planus::Cursor::new(unsafe { &mut *bytes.add(i) }),
                
                buffer_position - (2 * i) as u32,
                
            );
        }
    }
}

    
/// The table `Ground` in the namespace `formats`
/// 
/// Generated from these locations:
/// * Table `Ground` in the file `schema/formats.fbs:208`
#[derive(Clone, Debug, PartialEq, PartialOrd,
Eq, Ord, Hash,
::serde::Serialize, ::serde::Deserialize
)]
pub struct Ground{
    
        /// The field `sector` in the table `Ground`
        pub sector: self::Sector,
        /// The field `heights` in the table `Ground`
        pub heights: ::core::option::Option<::planus::alloc::vec::Vec<u8>>,}


#[allow(clippy::derivable_impls)]
impl ::core::default::Default for Ground {
    fn default() -> Self {
        Self {
        sector: ::core::default::Default::default(),
        heights: ::core::default::Default::default(),
        
        }
    }
}


impl Ground {
    /// Creates a [GroundBuilder] for serializing an instance of this table.
    #[inline]
    pub fn builder() -> GroundBuilder<()> {
        GroundBuilder(())
    }

    #[allow(clippy::too_many_arguments)]
    pub fn create(
        builder: &mut ::planus::Builder,
        field_sector: impl ::planus::WriteAs<self::Sector>,
        field_heights: impl ::planus::WriteAsOptional<::planus::Offset<[u8]>>,
        
    ) -> ::planus::Offset<Self> {let prepared_sector = field_sector.prepare(builder);let prepared_heights = field_heights.prepare(builder);

        let mut table_writer: ::planus::table_writer::TableWriter::<8> = ::core::default::Default::default();
        if prepared_heights.is_some() {table_writer.write_entry::<::planus::Offset<[u8]>>(1);}table_writer.write_entry::<self::Sector>(0);

        unsafe {
            table_writer.finish(builder, |object_writer| {if let ::core::option::Option::Some(prepared_heights) = prepared_heights {object_writer.write::<_, _, 4>(&prepared_heights);}object_writer.write::<_, _, 2>(&prepared_sector);
                
            });
        }builder.current_offset()
    }
}

impl ::planus::WriteAs<::planus::Offset<Ground>> for Ground {
    type Prepared = ::planus::Offset<Self>;

    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Ground> {
        ::planus::WriteAsOffset::prepare(self, builder)
    }
}

impl ::planus::WriteAsOptional<::planus::Offset<Ground>> for Ground {
    type Prepared = ::planus::Offset<Self>;

    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Ground>> {
        ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
    }
}

impl ::planus::WriteAsOffset<Ground> for Ground {
    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Ground> {
        Ground::create(
            builder,
        
            
            self.sector,
            
        
            
            &self.heights,
            
        
        )
    }
}

/// Builder for serializing an instance of the [Ground] type.
///
/// Can be created using the [Ground::builder] method.
#[derive(Debug)]
#[must_use]
pub struct GroundBuilder<State>(State);

impl<
    
> GroundBuilder
<
    (
    
    )
>
{
    /// Setter for the [`sector` field](Ground#structfield.sector).
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn sector<T0>(self, value: T0) -> GroundBuilder<(
    
        T0,
    
    )>
    where T0: ::planus::WriteAs<self::Sector>
    {
        GroundBuilder((
            
            value,
        ))
    }

    

    
}

impl<
    
        T0,
    
> GroundBuilder
<
    (
    
        T0,
    
    )
>
{
    /// Setter for the [`heights` field](Ground#structfield.heights).
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn heights<T1>(self, value: T1) -> GroundBuilder<(
    
        T0,
    
        T1,
    
    )>
    where T1: ::planus::WriteAsOptional<::planus::Offset<[u8]>>
    {
        
        let (
            
                v0,
            
        ) = self.0;GroundBuilder((
            
                v0,
            
            value,
        ))
    }

    

    
    /// Sets the [`heights` field](Ground#structfield.heights) to null.
    #[inline]
    #[allow(clippy::type_complexity)]
    pub fn heights_as_null(self) -> GroundBuilder<(
        
            T0,
        
        (),
    )>
    {
        self.heights(())
    }
    
}



impl<
    
        T0,
    
        T1,
    
> GroundBuilder<(
    
        T0,
    
        T1,
    
)> {
    /// Finish writing the builder to get an [Offset](::planus::Offset) to a serialized [Ground].
    #[inline]
    pub fn finish(self, builder: &mut ::planus::Builder) -> ::planus::Offset<Ground>
        where Self: ::planus::WriteAsOffset<Ground>
    {
        ::planus::WriteAsOffset::prepare(&self, builder)
    }
}

impl<
    
        T0: ::planus::WriteAs<self::Sector>,
    
        T1: ::planus::WriteAsOptional<::planus::Offset<[u8]>>,
    
> ::planus::WriteAs<::planus::Offset<Ground>> for GroundBuilder<(
    
        T0,
    
        T1,
    
)> {
    type Prepared = ::planus::Offset<Ground>;

    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Ground> {
        ::planus::WriteAsOffset::prepare(self, builder)
    }
}

impl<
    
        T0: ::planus::WriteAs<self::Sector>,
    
        T1: ::planus::WriteAsOptional<::planus::Offset<[u8]>>,
    
> ::planus::WriteAsOptional<::planus::Offset<Ground>> for GroundBuilder<(
    
        T0,
    
        T1,
    
)> {
    type Prepared = ::planus::Offset<Ground>;

    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::core::option::Option<::planus::Offset<Ground>> {
        ::core::option::Option::Some(::planus::WriteAsOffset::prepare(self, builder))
    }
}

impl<
    
        T0: ::planus::WriteAs<self::Sector>,
    
        T1: ::planus::WriteAsOptional<::planus::Offset<[u8]>>,
    
> ::planus::WriteAsOffset<Ground> for GroundBuilder<(
    
        T0,
    
        T1,
    
)> {
    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> ::planus::Offset<Ground> {
        
        let (
            
                v0,
            
                v1,
            
        ) = &self.0;Ground::create(
            builder,
            
                v0,
            
                v1,
            
        )
    }
}

/// Reference to a deserialized [Ground].
#[derive(Copy, Clone)]
pub struct GroundRef<'a>(
    #[allow(dead_code)]
    ::planus::table_reader::Table<'a>
);

impl<'a> GroundRef<'a> {
    
        /// Getter for the [`sector` field](Ground#structfield.sector).
        #[inline]
        pub fn sector(&self) -> ::planus::Result<self::SectorRef<'a>> {
            
            
              
              self.0.access_required(0, "Ground", "sector")
              
            
            
            
        }
    
        /// Getter for the [`heights` field](Ground#structfield.heights).
        #[inline]
        pub fn heights(&self) -> ::planus::Result<::core::option::Option<&'a [u8]>> {
            
            
              
              self.0.access(1, "Ground", "heights")
              
            
            
            
        }
    
}

impl<'a> ::core::fmt::Debug for GroundRef<'a> {
    fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        let mut f = f.debug_struct("GroundRef");
        f.field("sector", &self.sector());if let ::core::option::Option::Some(field_heights) = self.heights().transpose() {
                f.field("heights", &field_heights);
            }
        f.finish()
    }
}

impl<'a> ::core::convert::TryFrom<GroundRef<'a>> for Ground {
    type Error = ::planus::Error;


    #[allow(unreachable_code)]
    fn try_from(value: GroundRef<'a>) -> ::planus::Result<Self> {

        ::core::result::Result::Ok(Self {
            sector: ::core::convert::Into::into(value.sector()?),heights: value.heights()?.map(|v| v.to_vec()),
        })
    }
}

impl<'a> ::planus::TableRead<'a> for GroundRef<'a> {
    #[inline]
    fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::core::result::Result<Self, ::planus::errors::ErrorKind> {
        ::core::result::Result::Ok(Self(::planus::table_reader::Table::from_buffer(buffer, offset)?))
    }
}

impl<'a> ::planus::VectorReadInner<'a> for GroundRef<'a> {
    type Error = ::planus::Error;
    const STRIDE: usize = 4;

    unsafe fn from_buffer(buffer: ::planus::SliceWithStartOffset<'a>, offset: usize) -> ::planus::Result<Self> {
        ::planus::TableRead::from_buffer(buffer, offset).map_err(|error_kind| error_kind.with_error_location(
            "[GroundRef]",
            "get",
            buffer.offset_from_start,
        ))
    }
}

/// # Safety
/// The planus compiler generates implementations that initialize
/// the bytes in `write_values`.
unsafe impl ::planus::VectorWrite<::planus::Offset<Ground>> for Ground {
    type Value = ::planus::Offset<Ground>;
    const STRIDE: usize = 4;
    #[inline]
    fn prepare(&self, builder: &mut ::planus::Builder) -> Self::Value {
        ::planus::WriteAs::prepare(self, builder)
    }

    #[inline]
    unsafe fn write_values(
        values: &[::planus::Offset<Ground>],
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

impl<'a> ::planus::ReadAsRoot<'a> for GroundRef<'a> {
    fn read_as_root(slice: &'a [u8]) -> ::planus::Result<Self> {
        ::planus::TableRead::from_buffer(::planus::SliceWithStartOffset {
            buffer: slice,
            offset_from_start: 0,
        }, 0).map_err(|error_kind| error_kind.with_error_location(
            "[GroundRef]",
            "read_as_root",
            0,
        ))
    }
}

    }}